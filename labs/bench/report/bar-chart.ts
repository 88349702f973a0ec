export type Bar = {
  readonly label: string;
  readonly value: number;
  /** The text beside the bar. */
  readonly text: string;
  /** Whether the bar belongs to this product. */
  readonly isOwn: boolean;
};

export type BarChart = {
  readonly title: string;
  /** One sentence below the title that states which direction is better. */
  readonly note: string;
  readonly bars: readonly Bar[];
  /** A line across the bars. */
  readonly goal?: { readonly value: number; readonly text: string };
};

const BARS = 350;
const TEXTS = 150;
/** The approximate width of a character; text cannot be measured here. */
const LETTER = 6.8;
const TOP = 62;
const ROW = 26;
const BAR = 16;

/**
 * Readable on light and on dark pages: the colours follow the reader's setting, and the background
 * is transparent.
 */
const STYLE = `
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f; }
.title { font-weight: 600; font-size: 15px; }
.note { fill: #57606a; font-size: 12px; }
.own { fill: #0969da; }
.other { fill: #8c959f; }
.goal { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 4 3; }
.goal-text { fill: #bc4c00; font-size: 12px; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .note { fill: #9198a1; }
  .own { fill: #4493f8; }
  .other { fill: #6e7681; }
  .goal { stroke: #f0883e; }
  .goal-text { fill: #f0883e; }
}`;

/** Builds horizontal bars as an SVG document. */
export function buildBarChart({ title, note, bars, goal }: BarChart): string {
  const longest = bars.reduce((most, { value }) => Math.max(most, value), goal?.value ?? 0);
  const labels = Math.round(bars.reduce((most, { label }) => Math.max(most, label.length), 0) * LETTER) + 16;
  const width = labels + BARS + TEXTS;
  const scale = BARS / longest;
  const bottom = TOP + bars.length * ROW;
  const height = bottom + (goal ? 26 : 10);
  const rows = bars.map(({ label, value, text, isOwn }, index) => {
    const y = TOP + index * ROW;
    const length = round(Math.max(value * scale, 1));
    // The text stands beside the bar and does not cross the goal's line.
    const end = Math.max(length, (goal?.value ?? 0) * scale);
    return [
      `<text x="${labels - 8}" y="${y + 13}" text-anchor="end">${escape(label)}</text>`,
      `<rect class="${isOwn ? 'own' : 'other'}" x="${labels}" y="${y}" width="${length}" height="${BAR}" rx="2"/>`,
      `<text x="${round(labels + end + 6)}" y="${y + 13}">${escape(text)}</text>`,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="8" y="22">${escape(title)}</text>`,
    `<text class="note" x="8" y="42">${escape(note)}</text>`,
    ...rows,
    ...(goal ? [buildGoal(labels + goal.value * scale, bottom, goal.text)] : []),
    '</svg>',
    '',
  ].join('\n');
}

function buildGoal(place: number, bottom: number, text: string): string {
  const x = round(place);
  return [
    `<line class="goal" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom}"/>`,
    `<text class="goal-text" x="${x}" y="${bottom + 16}" text-anchor="middle">${escape(text)}</text>`,
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
