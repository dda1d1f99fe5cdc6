"use strict";
(() => {
  // Tables are copied for papers and spreadsheets, figures saved as files.
  const TEX = { "\\": "\\textbackslash{}", "~": "\\~{}", "^": "\\^{}", "↑": "$\\uparrow$", "↓": "$\\downarrow$" };
  const tex = (text) => text.replace(/[\\~^↑↓]|[&%$#_{}]/g, (one) => TEX[one] || `\\${one}`);
  const csv = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const FORMATS = {
    LaTeX: (rows) => [
      `\\begin{tabular}{l${"r".repeat(rows[0].length - 1)}}`, "\\toprule",
      ...rows.flatMap((row, i) => [`${row.map(tex).join(" & ")} \\\\`, ...(i ? [] : ["\\midrule"])]),
      "\\bottomrule", "\\end{tabular}",
    ],
    Markdown: (rows) => rows.flatMap((row, i) => [
      `| ${row.map((text) => text.replace(/[\\|*_<`[\]]/g, "\\$&")).join(" | ")} |`,
      ...(i ? [] : [`|${row.map((_, j) => (j ? " ---: |" : " :--- |")).join("")}`]),
    ]),
    CSV: (rows) => rows.map((row) => row.map(csv).join(",")),
  };

  /** The texts of a table as they are seen: without what is for screen readers alone. */
  function rowsOf(table) {
    return [...table.rows].filter((row) => !row.classList.contains("detail")).map((row) => [...row.cells].map((cell) => {
      const copy = cell.cloneNode(true);
      copy.querySelectorAll(".unseen").forEach((one) => one.remove());
      copy.querySelectorAll(".interval").forEach((one) => one.prepend(" "));
      return copy.textContent.replace(/\s+/g, " ").trim();
    }));
  }

  /** Copy a text; a page that was opened from a file may not use the clipboard directly. */
  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  for (const frame of document.querySelectorAll(".frame")) {
    const table = frame.querySelector("table");
    if (!table || !table.tHead) continue;
    const name = table.caption ? table.caption.textContent : "table";
    const tools = document.createElement("p");
    tools.className = "tools";
    const said = document.createElement("span");
    said.setAttribute("aria-live", "polite");
    tools.append("Copy as ");
    for (const format of Object.keys(FORMATS)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = format;
      button.setAttribute("aria-label", `Copy as ${format}: ${name}`);
      button.addEventListener("click", async () => {
        button.dataset.text = `${FORMATS[format](rowsOf(table)).join("\n")}\n`;
        await copied(button.dataset.text);
        said.textContent = `copied as ${format}`;
      });
      tools.append(button, " ");
    }
    tools.append(said);
    frame.after(tools);
  }

  const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size",
    "font-family", "font-weight", "text-anchor", "dominant-baseline"];
  /** Return a figure as a file of its own, with the styles that the page gives it. */
  function alone(svg) {
    const copy = svg.cloneNode(true);
    const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
    from.forEach((one, i) => {
      const style = getComputedStyle(one);
      STYLES.forEach((key) => to[i].style.setProperty(key, style.getPropertyValue(key)));
    });
    const box = svg.getBoundingClientRect();
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    return new XMLSerializer().serializeToString(copy);
  }
  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector("svg");
    if (!svg) continue;
    const title = figure.querySelector("figcaption");
    const name = (title ? title.textContent : "figure").trim().replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "save";
    button.textContent = "Save as SVG";
    button.setAttribute("aria-label", `Save as SVG: ${name}`);
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.download = `${name}.svg`;
      link.href = URL.createObjectURL(new Blob([alone(svg)], { type: "image/svg+xml" }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    svg.after(button);
  }
})();
