"use strict";
(async () => {
  const SIZE = 20, EXCERPT = 240, LONG = 700, TOLD = 30, DIFFERENT = 4e6;
  const root = document.documentElement;
  const data = JSON.parse(document.getElementById("data").textContent);

  /** Create an element; strings become text, never markup. */
  function make(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value === true) made.setAttribute(key, "");
      else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
    }
    made.append(...children.flat(9).filter((child) => child !== null && child !== undefined));
    return made;
  }

  // The theme: the system's, until the button is used.
  const theme = document.getElementById("theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (prefersDark.matches ? "dark" : "light")) === "dark";
  function nameTheme() {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  }
  theme.hidden = false;
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  prefersDark.addEventListener("change", nameTheme);
  nameTheme();

  // Static tables are sorted by a click on a heading.
  const collator = new Intl.Collator("en", { numeric: true });
  function compareCells(a, b) {
    const [x, y] = [a, b].map((cell) => cell.dataset.value);
    if (x === undefined && y === undefined) return collator.compare(a.textContent, b.textContent);
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    return +x - +y;
  }
  function sortTable(table, column) {
    const headings = [...table.tHead.rows[0].cells];
    const wasDescending = headings[column].getAttribute("aria-sort") === "descending";
    const numeric = headings[column].classList.contains("number");
    const order = headings[column].hasAttribute("aria-sort")
      ? (wasDescending ? "ascending" : "descending")
      : (numeric ? "descending" : "ascending");
    headings.forEach((one) => one.removeAttribute("aria-sort"));
    headings[column].setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort((a, b) => sign * compareCells(a.cells[column], b.cells[column])));
  }
  for (const table of document.querySelectorAll("table.sortable")) {
    if (table.tBodies[0].rows.length < 2) continue;
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      const button = make("button", { type: "button", class: "sort", onclick: () => sortTable(table, column) });
      button.append(...cell.childNodes);
      cell.append(button);
    });
  }

  const app = document.getElementById("records-app");
  const packed = recordBlocks(data);
  if (app && packed.columns) {
    if (packed.unable) app.replaceChildren(make("p", { class: "note" }, packed.unable));
    if (packed.unable) return;
    await packed.openColumns();
  }
  if (!app || !data.ids.length || !data.outputs.length) return;

  // Records: one page of them at a time.
  const state = { output: 0, system: 0, order: "worst", query: "", page: 0, open: new Set() };
  if (data.base === 0 && data.systems.length > 1) state.system = 1;
  const hasTexts = data.served ? data.readable : packed.any || Object.keys(data.texts).length > 0;
  // A page that is served asks for scores and texts when it shows them; any other has them.
  const ask = async (path) => (await fetch(path)).json();
  async function fetchScores(k) {
    data.scores[k] = data.scores[k] || await ask(`scores/${k}`);
  }
  async function fetchRecords(wanted) {
    const missing = wanted.filter((i) => !(i in data.texts));
    if (!missing.length) return;
    const { texts, marks } = await ask(`records/${missing.join(",")}`);
    Object.assign(data.texts, texts);
    marks.forEach((of, k) => Object.assign(data.marks[k], of));
  }
  const output = () => data.outputs[state.output];
  const score = (system, i) => data.scores[state.output][system][i];

  function show(value) {
    if (value === null) return "–";
    const short = Number.isInteger(value) && (output().digits === 0 || whole(state.output));
    return short ? String(value) : value.toFixed(output().digits);
  }

  const known = new Map();
  /** Return whether all scores of records of an output are integers, such as 0 and 1. */
  function whole(k) {
    if (!known.has(k)) known.set(k, data.scores[k].every((of) => of.every((x) => x === null || Number.isInteger(x))));
    return known.get(k);
  }

  /** Return the sort key of a record: the best is largest, and records without a score are last. */
  function keys() {
    const sign = output().up === false ? -1 : 1;
    const keyOf = {
      worst: (i) => sign * score(state.system, i),
      best: (i) => -sign * score(state.system, i),
      gain: (i) => -sign * (score(state.system, i) - score(data.base, i)),
      loss: (i) => sign * (score(state.system, i) - score(data.base, i)),
      id: (i) => i,
    }[state.order];
    const missing = (i) => score(state.system, i) === null
      || (["gain", "loss"].includes(state.order) && score(data.base, i) === null);
    return data.ids.map((_, i) => (state.order !== "id" && missing(i) ? Infinity : keyOf(i)));
  }

  const folded = new Map();
  function haystack(i) {
    if (!folded.has(i)) {
      const texts = data.texts[i];
      const parts = texts ? [texts[0], texts[2], Object.values(texts[3])] : [];
      folded.set(i, [data.ids[i], ...parts.flat(9)].filter(Boolean).join("\n").toLowerCase());
    }
    return folded.get(i);
  }

  let found = [], searches = 0, drawings = 0;
  async function search() {
    if (state.query.trim() && !packed.isComplete()) {
      status.textContent = "Opening all texts, to search them…";
      packed.openAll().then(() => { if (state.query.trim()) search(); });
      return;
    }
    const query = state.query.trim().toLowerCase();
    let hits = null;
    if (data.served) {
      searches += 1;
      const own = searches;
      [hits] = await Promise.all([query ? ask(`find/${encodeURIComponent(query)}`) : null, fetchScores(state.output)]);
      if (own !== searches) return;
    }
    const key = keys();
    found = hits || data.ids.map((_, i) => i).filter((i) => !query || haystack(i).includes(query));
    found.sort((a, b) => (key[a] === key[b] ? a - b : key[a] - key[b]));
    state.page = 0;
    const drawn = render();
    if (data.served) await drawn;
  }

  const choice = (label, options, current, change) => make("label", null, label, make("select", {
    onchange: (event) => { change(event.target.value); search(); },
  }, options.map(([value, text]) => make("option", { value, selected: value === current }, text))));

  // Numbers without a better direction are sorted by size.
  const orders = () => (output().up === null
    ? [["worst", "smallest first"], ["best", "largest first"], ["id", "as they are named"]]
    : [["worst", "worst first"], ["best", "best first"], ["id", "as they are named"]]);
  const moves = () => (output().up === null ? ["largest rise from", "largest fall from"] : ["largest gain on", "largest loss to"]);
  const controls = make("div", { class: "controls" });
  function drawControls() {
    const against = data.base !== null && data.base !== state.system
      ? [["gain", `${moves()[0]} ${data.systems[data.base]}`], ["loss", `${moves()[1]} ${data.systems[data.base]}`]]
      : [];
    if (!against.length && ["gain", "loss"].includes(state.order)) state.order = "worst";
    const picks = [
      choice("Metric", data.outputs.map((one, k) => [String(k), one.name]), String(state.output), (v) => { state.output = +v; drawControls(); }),
      data.systems.length > 1
        ? choice("System", data.systems.map((name, k) => [String(k), name]), String(state.system), (v) => { state.system = +v; drawControls(); })
        : null,
      choice("Order", [...orders(), ...against], state.order, (v) => { state.order = v; }),
    ].filter(Boolean);
    const focused = [...controls.querySelectorAll("select")].indexOf(document.activeElement);
    controls.querySelectorAll("label:not(.wide)").forEach((one) => one.remove());
    controls.prepend(...picks);
    if (focused >= 0) controls.querySelectorAll("select")[focused].focus();
  }
  let timer = 0;
  controls.append(make("label", { class: "wide" }, "Search", make("input", {
    type: "search",
    placeholder: hasTexts ? "in names and texts" : "in names",
    oninput: (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => { state.query = event.target.value; search(); }, 150);
    },
  })));

  const legend = make("p", { class: "legend" });
  const body = make("tbody");
  const headings = make("tr");
  const table = make("table", { class: "records" },
    make("caption", null), make("thead", null, headings), body);
  const frame = make("div", { class: "frame", role: "region", tabindex: "0", "aria-label": "Records" }, table);
  const status = make("p", { role: "status", "aria-live": "polite" });
  async function turn(by) {
    state.page += by;
    const drawn = render();
    if (data.served) await drawn;
    const [pressed, other] = by > 0 ? [next, previous] : [previous, next];
    if (pressed.disabled) other.focus();
  }
  const previous = make("button", { type: "button", onclick: () => turn(-1) }, "Previous");
  const next = make("button", { type: "button", onclick: () => turn(1) }, "Next");
  const pager = make("div", { class: "pager" }, previous, next, status);
  app.append(controls, legend, frame, pager);

  const LEGENDS = {
    edits: () => [make("mark", { class: "e1" }, "substituted"), make("mark", { class: "e2" }, "on this side only")],
    subsequence: () => [make("mark", { class: "m3" }, "in the common subsequence")],
    errors: (one) => one.levels.map((name, k) => make("mark", { class: `s${k + 1}` }, name)),
    ngrams: (one) => (one.top > 1
      ? [1, 2, 3, 4].filter((step) => step <= one.top).map((step) => make("mark", { class: `m${step}` }, stepName(step, one.top)))
      : [make("mark", { class: "m3" }, one.label)]),
  };
  function stepName(step, top) {
    if (top <= 4) return step === 1 ? "1 token" : `${step}-gram`;
    const [low, high] = [Math.floor(((step - 1) * top) / 4) + 1, Math.floor((step * top) / 4)];
    return low === high ? `${low}` : `${low} to ${high}`;
  }
  function levelClass(level) {
    const one = output();
    if (one.kind === "edits") return `e${level}`;
    if (one.kind === "errors") return `s${level}`;
    if (one.kind === "subsequence" || one.top === 1) return "m3";
    return `m${one.top <= 4 ? level : Math.min(4, Math.ceil((level * 4) / one.top))}`;
  }
  function drawLegend() {
    const one = output();
    if (packed.unable) {
      legend.replaceChildren(packed.unable);
    } else if (!hasTexts) {
      legend.replaceChildren("Texts are not in this page: give their files with --inputs.");
    } else if (one.marks === null) {
      legend.replaceChildren(`What ${one.name} matches is not marked in texts.`);
    } else {
      const [first, ...rest] = LEGENDS[one.kind](one);
      const said = first.textContent === one.label ? "Marked:" : `Marked: ${one.label}`;
      legend.replaceChildren(make("span", null, said), first, ...rest);
    }
  }

  /** Insert marks into a text; positions are in code points, as in Python. */
  function marked(text, marks, main) {
    const holder = make("p", { class: main ? "text main" : "text", dir: "auto" });
    if (!marks) {
      holder.append(text);
      return holder;
    }
    const points = Array.from(marks[0] === 0 ? text : marks[0]);
    let at = 0;
    for (let k = 0; k < marks[1].length; k += 3) {
      const [start, end, level] = marks[1].slice(k, k + 3);
      holder.append(points.slice(at, start).join(""));
      const severity = (output().levels || [])[level - 1];
      holder.append(make("mark", { class: levelClass(level), title: severity && `${severity} error` },
        points.slice(start, end).join(""),
        severity ? make("span", { class: "severity" }, ` [${severity}]`) : null));
      at = end;
    }
    holder.append(points.slice(at).join(""));
    const told = [...holder.querySelectorAll("mark")].slice(0, TOLD).map((one) => one.textContent);
    return told.length ? [holder, make("p", { class: "unseen" }, `Marked: ${told.join("; ")}`)] : holder;
  }

  function block(title, ...content) {
    return [make("h3", null, title), ...content];
  }
  function maybeFolded(title, text) {
    const paragraph = make("p", { class: "text", dir: "auto" }, text);
    if (text.length <= LONG) return block(title, paragraph);
    return [make("details", null, make("summary", null, `${title} (${text.length.toLocaleString("en")} characters)`), paragraph)];
  }
  function marksOf(i, system) {
    const kind = output().marks;
    const of = kind === null ? undefined : data.marks[kind][i];
    return of && of[system];
  }
  function prediction(i, system, main) {
    const text = data.texts[i][2][system];
    if (text === null || text === undefined) return null;
    const marks = marksOf(i, system);
    const title = [make("bdi", null, data.systems[system]), ` · ${output().name} ${show(score(system, i))}`];
    const empty = text === "" ? make("p", { class: "note" }, "an empty text") : null;
    return block(title, empty || marked(text, marks && marks[0], main));
  }
  /** Split a text into words and what is between them. */
  const words = (text) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) || [];
  /** Mark the words that another text has in their place, by the longest common subsequence. */
  function changed(old, now) {
    const [a, b] = [words(old), words(now)];
    if (a.length * b.length > DIFFERENT) return [now];
    const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    const parts = [];
    const add = (name, text) => {
      const last = parts[parts.length - 1];
      if (last && last[0] === name) last[1] += text;
      else parts.push([name, text]);
    };
    let [i, j] = [0, 0];
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) { add(null, a[i]); i += 1; j += 1; }
      else if (j === b.length || (i < a.length && longest[i + 1][j] >= longest[i][j + 1])) { add("del", a[i]); i += 1; }
      else { add("ins", b[j]); j += 1; }
    }
    return parts.map(([name, text]) => (name ? make(name, null, text) : text));
  }
  /** What the chosen system writes in place of the base's words. */
  function against(i) {
    const [old, now] = [data.base, state.system].map((k) => data.texts[i][2][k]);
    if (data.base === null || data.base === state.system || typeof old !== "string" || typeof now !== "string") return null;
    const title = ["Changed from ", make("bdi", null, data.systems[data.base]),
      ` · ${output().name} ${show(score(data.base, i))} to ${show(score(state.system, i))}`];
    const text = old === now ? make("p", { class: "note" }, "nothing: both texts are the same") : make("p", { class: "text", dir: "auto" }, changed(old, now));
    return block(title, text);
  }
  function detail(i) {
    const errors = Object.entries((data.errors[i]) || {}).map(([system, error]) =>
      make("p", { class: "loss", dir: "auto" }, `${data.systems[system]}: ${error}`));
    if (!data.texts[i]) {
      const why = packed.isWaiting(i) ? "The texts of this record are being opened." : "The texts of this record are not in this page.";
      return [errors, make("p", { class: "note" }, packed.unable || why)];
    }
    const [contexts, of, predictions, groups] = data.texts[i];
    const [references, sources, prompt] = contexts[of[state.system] ?? 0];
    const marks = marksOf(i, state.system);
    const others = data.systems.map((_, k) => k).filter((k) => k !== state.system && predictions[k] !== null);
    const theirs = others.flatMap((k) => prediction(i, k, false));
    const why = output().kind === "errors"
      ? "Errors are not marked in this record: its scores have no error spans of this text."
      : "Matches are not marked in this record: it is not among the worst and best that fit.";
    const unmarked = output().marks !== null && !marks ? make("p", { class: "note" }, why) : null;
    return [
      errors,
      unmarked,
      Object.entries(groups).map(([name, value]) => make("span", { class: "chip", dir: "auto" }, `${name}: ${value}`)),
      prompt ? maybeFolded("Input", prompt) : null,
      sources.map((text, k) => maybeFolded(sources.length > 1 ? `Source ${k + 1}` : "Source", text)),
      prediction(i, state.system, true)
        || make("p", { class: "note" }, `${data.systems[state.system]} has no text of this record here.`),
      against(i),
      references.map((text, k) => block(references.length > 1 ? `Reference ${k + 1}` : "Reference",
        marked(text, marks && marks[1][k], false))),
      others.length > 3
        ? make("details", null, make("summary", null, `${others.length} other systems`), theirs)
        : theirs,
    ];
  }

  function excerpt(i) {
    const texts = data.texts[i];
    const text = texts && texts[2][state.system];
    const known = typeof text === "string" ? text : "";
    return make("td", { class: "excerpt" }, make("span", { dir: "auto" }, known.slice(0, EXCERPT)));
  }
  function toggle(i, button, line) {
    const opened = state.open.delete(i);
    if (opened) {
      line.nextElementSibling.remove();
    } else {
      state.open.add(i);
      line.after(detailRow(i));
    }
    button.setAttribute("aria-expanded", String(!opened));
  }
  function detailRow(i) {
    const wide = headings.cells.length;
    const cell = make("td", { colspan: wide }, make("div", { class: "detail-body" }, detail(i)));
    return make("tr", { class: "detail" }, cell);
  }
  function lines(i) {
    const button = make("button", { type: "button", "aria-expanded": String(state.open.has(i)), dir: "auto", title: data.ids[i] }, data.ids[i]);
    const cells = data.systems.map((_, system) =>
      make("td", { class: system === state.system ? "number chosen" : "number" }, show(score(system, i))));
    const line = make("tr", null, make("th", { scope: "row" }, button), hasTexts ? excerpt(i) : null, cells);
    button.addEventListener("click", () => toggle(i, button, line));
    return state.open.has(i) ? [line, detailRow(i)] : [line];
  }

  /** Open the texts of the records that are shown, and fill them in; focus stays where it is. */
  function fill(shown) {
    const waiting = shown.filter(packed.isWaiting);
    frame.setAttribute("aria-busy", String(waiting.length > 0));
    if (!waiting.length) return;
    const rows = [...body.querySelectorAll("tr:not(.detail)")];
    packed.open(waiting).then(() => {
      for (const i of waiting) {
        const line = rows[shown.indexOf(i)];
        if (!line.isConnected) return;
        line.querySelector(".excerpt").replaceWith(excerpt(i));
        if (state.open.has(i)) line.nextElementSibling.replaceWith(detailRow(i));
      }
      frame.setAttribute("aria-busy", "false");
    });
  }

  async function sortBy(system) {
    const turned = state.system === system && state.order === "worst";
    state.system = system;
    state.order = turned ? "best" : "worst";
    drawControls();
    const done = search();
    if (data.served) await done;
    headings.querySelectorAll("button")[system].focus();
  }
  function drawHeadings() {
    const ascending = (state.order === "worst") === (output().up !== false);
    const sorted = (system) => (system === state.system && ["worst", "best"].includes(state.order)
      ? (ascending ? "ascending" : "descending") : null);
    headings.replaceChildren(
      make("th", { scope: "col" }, "record"),
      ...(hasTexts
        ? [make("th", { scope: "col" }, data.systems.length > 1 ? `prediction of ${data.systems[state.system]}` : "prediction")] : []),
      ...data.systems.map((name, system) => make("th", { scope: "col", class: "number", "aria-sort": sorted(system) },
        make("button", { type: "button", class: "sort", dir: "auto", onclick: () => sortBy(system) }, name))),
    );
  }

  async function render() {
    const pages = Math.max(1, Math.ceil(found.length / SIZE));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const start = state.page * SIZE;
    const shown = found.slice(start, start + SIZE);
    if (data.served) {
      drawings += 1;
      const own = drawings;
      await fetchRecords(shown);
      if (own !== drawings) return;
    }
    table.caption.textContent = `${output().name} of single records`;
    drawLegend();
    drawHeadings();
    body.replaceChildren(...shown.flatMap(lines));
    fill(shown);
    const range = found.length ? `${(start + 1).toLocaleString("en")} to ${(start + shown.length).toLocaleString("en")} of ` : "";
    status.textContent = `${range}${found.length.toLocaleString("en")} records, page ${state.page + 1} of ${pages.toLocaleString("en")}`;
    previous.disabled = state.page === 0;
    next.disabled = state.page === pages - 1;
  }

  /** Open one record, wherever it is in the list. */
  async function openRecord(link) {
    const [i, system, number] = ["record", "system", "number"].map((name) => +link.dataset[name]);
    Object.assign(state, { output: number, system, query: "" });
    controls.querySelector("input").value = "";
    drawControls();
    const done = search();
    if (data.served) await done;
    state.open.add(i);
    state.page = Math.floor(found.indexOf(i) / SIZE);
    const drawn = render();
    if (data.served) await drawn;
    const button = [...body.querySelectorAll("th button")].find((one) => one.title === data.ids[i]);
    button.scrollIntoView({ block: "center" });
    button.focus();
  }
  for (const link of document.querySelectorAll("a[data-record]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      openRecord(link);
    });
  }

  async function begin() {
    drawControls();
    const done = search();
    if (data.served) await done;
    if (found.length && hasTexts) {
      state.open.add(found[0]);
      render();
    }
  }
  begin();
})();
