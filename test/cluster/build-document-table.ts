/** As much of ops/lab/cluster/results.json as a document quotes. */
export type ClusterResults = {
  readonly faults: readonly {
    readonly name: string;
    readonly hurts: string;
    readonly skipped?: string;
    readonly measures: readonly {
      readonly what: string;
      readonly seconds: number;
      readonly limit?: number;
    }[];
  }[];
};

/** Said of every fault: in columns of their own. */
const ALWAYS = ['longest time without a 201', 'longest time from a 201 to its invoices'];

/** The times of a run, as docs/high-availability.md shows them. */
export function buildDocumentTable({ faults }: ClusterResults): string {
  const rows = faults.map(({ name, hurts, skipped, measures }) => {
    const always = ALWAYS.map((what) => format(measures.find((measure) => measure.what === what)));
    const others = measures.filter(({ what }) => !ALWAYS.includes(what));
    const times = others.map((measure) => `${measure.what}: ${format(measure)}`);
    const cells = [
      `\`${name}\``,
      hurts,
      ...always,
      skipped === undefined ? times.join('; ') : `not run: ${skipped}`,
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  return [
    '| fault | what is hurt | no 201 for | a 201 waited for its invoices | else |\n',
    '|---|---|---|---|---|\n',
    ...rows,
  ].join('');
}

function format(measure: { readonly seconds: number; readonly limit?: number } | undefined): string {
  if (measure === undefined) return '–';
  const { seconds, limit } = measure;
  return `${seconds.toFixed(1)} s${limit === undefined ? '' : ` (goal: ${limit})`}`;
}
