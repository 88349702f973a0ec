/*
 * Scripts that run in the page for an invoice of several pages. They measure the layout and apply
 * the page breaks; plan-pages.ts decides where the pages break. Texts are passed as arguments and
 * inserted as text.
 */

/** A row taller than half a page may continue over several pages. */
const TALL_ROW_PX = 480;
const TWO_LINES_PX = 27;
/** Maximum code units of a base character with its marks, or of a combined emoji. */
const MAX_LETTER = 200;

/**
 * Lists the lines of a cell's text, with the start and end of each on the measured page. All ranges
 * are requested at once: requesting each piece of a text with thousands of pieces takes quadratic
 * time. A block in the cell, which is included, is taller than any line.
 */
const LIST_TEXT_LINES = `
  const listTextLines = (cell) => {
    const range = this.createRange();
    range.selectNodeContents(cell);
    const rects = [...range.getClientRects()].filter(({ height }) => height > 0 && height < ${TWO_LINES_PX});
    const lines = [];
    for (const { top, bottom } of rects.sort((one, other) => one.top - other.top)) {
      const last = lines.at(-1);
      if (last !== undefined && top < (last.top + last.bottom) / 2) last.bottom = Math.max(last.bottom, bottom);
      else lines.push({ top, bottom });
    }
    return lines;
  };`;

/**
 * Lays out the invoice as it will be printed, hidden and on one endless page, and measures it.
 * @returns a `MeasuredInvoice`.
 */
export const MEASURE_INVOICE = `function () {${LIST_TEXT_LINES}
  this.documentElement.classList.add('measuring');
  const measure = (element) => element.getBoundingClientRect();
  const section = measure(this.querySelector('section'));
  const table = this.querySelector('.lines');
  const end = measure(table).bottom;
  const rows = [...table.tBodies[0].rows].map((row) => {
    const { top, height } = measure(row);
    const isTall = height > ${TALL_ROW_PX};
    return { height, lineEnds: isTall ? listTextLines(row.cells[0]).map(({ bottom }) => bottom - top) : null };
  });
  // A note may continue over several pages. Without a note, the payment is the end of the content.
  const note = this.querySelector('.footer-note');
  const closing = note === null ? section : measure(this.querySelector('.closing'));
  return {
    above: measure(table.tBodies[0]).top - section.top,
    head: measure(table.tHead).height,
    rows,
    closing: closing.bottom - end,
    tail: section.bottom - end,
  };
}`;

/**
 * Applies the planned page breaks. Each page ends with the running sum, and the next one begins
 * with the same sum. The hidden layout of the invoice is reused, which takes a tenth less time than
 * a new one.
 */
export const BREAK_PAGES = `function (breaks, [carriedOver, broughtForward], keepsTail) {${LIST_TEXT_LINES}
  const table = this.querySelector('.lines');
  const rows = [...table.tBodies[0].rows];
  const buildSum = (label, sum, name) => {
    const row = this.createElement('tr');
    row.className = 'carried ' + name;
    const cell = row.appendChild(this.createElement('td'));
    cell.colSpan = rows[0].cells.length;
    for (const text of [label, sum]) cell.appendChild(this.createElement('span')).textContent = text;
    return row;
  };
  // Returns the greatest length above the start and below the limit that is not beyond the end of the page.
  const searchEnd = (from, limit, isBeyond) => {
    let [whole, beyond] = [from, from + 1];
    while (beyond < limit && !isBeyond(beyond)) [whole, beyond] = [beyond, from + (beyond - from) * 2];
    beyond = Math.min(beyond, limit);
    while (beyond - whole > 1) {
      const middle = Math.floor((whole + beyond) / 2);
      if (isBeyond(middle)) beyond = middle;
      else whole = middle;
    }
    return whole;
  };
  const listTexts = (cell) => {
    const walker = this.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };
  // All ends are determined before any row is split, because each split causes a new layout.
  const listEnds = (cell, lineCounts) => {
    const lines = listTextLines(cell);
    const texts = listTexts(cell);
    let [at, from] = [0, 0];
    return lineCounts.map((count) => {
      const limit = (lines[count - 1].top + lines[count].top) / 2;
      const isBeyond = (text, start, end) => {
        const range = this.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        return [...range.getClientRects()].some(({ top }) => top > limit);
      };
      const next = searchEnd(at, texts.length, (index) => isBeyond(texts[index - 1], 0, texts[index - 1].length));
      if (next > at) [at, from] = [next, 0];
      const text = texts[at];
      const end = searchEnd(from, text.length, (length) => isBeyond(text, from, length));
      from = end;
      // Moves the split to the beginning of a grapheme.
      const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
      const around = Math.max(0, end - ${MAX_LETTER});
      const letter = letters.segment(text.data.slice(around, end + ${MAX_LETTER})).containing(end - around);
      return { text, offset: around + letter.index };
    });
  };
  const cutRow = (row, { text, offset }) => {
    const cell = row.cells[0];
    const rest = this.createRange();
    rest.setStart(text, offset);
    rest.setEndAfter(cell.lastChild);
    const next = row.cloneNode(false);
    for (const { className } of row.cells) next.appendChild(this.createElement('td')).className = className;
    next.cells[0].append(rest.extractContents());
    row.after(next);
    return next;
  };
  const cuts = Map.groupBy(breaks.filter(({ line }) => line !== null), ({ row }) => row);
  const ends = new Map();
  for (const [row, all] of cuts) {
    const found = listEnds(rows[row].cells[0], all.map(({ line }) => line));
    all.forEach((one, index) => ends.set(one, found[index]));
  }
  // Splits from the end, so that earlier rows keep their positions.
  for (const one of breaks.toReversed()) {
    const { row, line, sum } = one;
    if (row === 0 && line === null) {
      table.classList.add('anew');
      continue;
    }
    const next = line === null ? rows[row] ?? null : cutRow(rows[row], ends.get(one));
    const body = table.tBodies[0];
    body.insertBefore(buildSum(carriedOver, sum, ''), next);
    body.insertBefore(buildSum(broughtForward, sum, 'anew'), next);
  }
  if (!keepsTail) this.querySelector('.tail').classList.add('flowing');
}`;
