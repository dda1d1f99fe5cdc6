"use strict";
/** Columns, texts and marks of records that are in compressed blocks of the page; they are filled into data. */
const recordBlocks = (data) => {
  const OLD = "This browser cannot open the records of this page, which are compressed: use one of 2023 or later.";
  const opened = new Map();
  const settled = new Set();
  const able = typeof DecompressionStream === "function";
  const count = document.querySelectorAll('script[id^="block-"]').length;
  const numberOf = (i) => parseInt(data.where.slice(2 * i, 2 * i + 2), 36);

  async function unpacked(name) {
    const text = atob(document.getElementById(name).textContent);
    const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
    const stream = new DecompressionStream("deflate");
    const writer = stream.writable.getWriter();
    for (const done of [writer.write(bytes), writer.close()]) done.catch(() => {});  // told by reading
    return JSON.parse(await new Response(stream.readable).text());
  }
  async function load(number) {
    try {
      for (const [i, texts, marks] of await unpacked(`block-${number}`)) {
        data.texts[i] = texts;
        marks.forEach((one, kind) => { if (one) data.marks[kind][i] = one; });
      }
    } finally {
      settled.add(number);
    }
  }
  function once(number) {
    if (!opened.has(number)) opened.set(number, load(number));
    return opened.get(number);
  }

  const columns = document.getElementById("columns") !== null;
  const isWaiting = (i) => able && count > 0 && !Number.isNaN(numberOf(i)) && !settled.has(numberOf(i));
  return {
    /** Whether ids and scores are in a block, too. */
    columns,
    openColumns: async () => Object.assign(data, await unpacked("columns")),
    /** Whether the page has texts in blocks. */
    any: count > 0,
    /** A sentence where this browser cannot open them. */
    unable: (columns || count > 0) && !able ? OLD : null,
    /** Whether the texts of a record are still to be opened. */
    isWaiting,
    /** Open the texts of some records; resolves also where a block is damaged. */
    open: (records) => Promise.allSettled([...new Set(records.filter(isWaiting).map(numberOf))].map(once)),
    /** Whether every block was opened, or none can be. */
    isComplete: () => !able || settled.size === count,
    openAll: () => Promise.allSettled(Array.from({ length: count }, (_, number) => once(number))),
  };
};
