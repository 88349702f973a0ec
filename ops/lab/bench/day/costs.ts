import type { Finding } from '../report/finding.ts';

/** The processes of the engine and its servers, by what they are for. */
export const PROCESSES = ['ingress', 'batches', 'pdfs', 'remission', 'postgres', 'redis'] as const;
export type Process = (typeof PROCESSES)[number];

/** What a piece of work costs. */
export type Cost = Readonly<Record<Process, number>> & {
  readonly walBytes: number;
  readonly walSyncs: number;
  readonly bytesAtRest: number;
};

/** What `npm run bench` measured, as a simulated day needs it. Processor time is in seconds. */
export type Costs = {
  /** Of a batch, by its size. */
  readonly accept: ReadonlyMap<number, Cost>;
  readonly issue: ReadonlyMap<number, Cost>;
  readonly render: ReadonlyMap<number, Cost>;
  /** Of an envelope, and of each record in it. */
  readonly envelope: Cost;
  readonly record: Cost;
  /** Of a second in which nothing is due. */
  readonly idle: Cost;
  /** Of a read of one batch, all processes together. */
  readonly read: number;
  /** Bytes that a process needs at most. */
  readonly memory: { readonly ingress: number; readonly worker: number; readonly chromium: number };
  readonly redisBytesPerBatch: number;
  /** Of an invoice, of what lies in PostgreSQL, the share that is its PDF. */
  readonly pdfShare: number;
};

const MB = 2 ** 20;
const NUMBERS = [...PROCESSES, 'walBytes', 'walSyncs', 'bytesAtRest'] as const;

/** Reads the costs off the benchmark's findings. @throws where one is missing. */
export function readCosts(findings: readonly Finding[]): Costs {
  const find = (goal: string, begins: string) => {
    const found = findings.find((finding) => finding.goal === goal && finding.what.startsWith(begins));
    if (!found) throw new Error(`The benchmark's results lack "${begins}" of goal ${goal}: npm run bench`);
    return found;
  };
  const bySize = (stage: string) =>
    new Map(
      findings.flatMap(({ goal, what, figures }) => {
        const [, size] = new RegExp(`^${stage} a batch of (\\d+)$`).exec(what) ?? [];
        return goal === 'stages' && size !== undefined ? [[Number(size), readCost(figures)] as const] : [];
      }),
    );
  const stages = { accept: bySize('Accept'), issue: bySize('Issue'), render: bySize('Render') };
  const atRest = find('costs', 'Bytes at rest');
  return {
    ...stages,
    ...readEnvelope(findings),
    idle: readCost(find('stages', 'A second without work').figures),
    read:
      find('8', 'GET one batch').figures.reduce((most, { cpuMs }) => Math.max(most, cpuMs?.median ?? 0), 0) /
      1000,
    memory: {
      ingress: find('7', 'Most memory of the ingress').value.median * MB,
      worker: find('7', 'Most memory of the worker').value.median * MB,
      chromium: find('7', 'Most memory of Chromium').value.median * MB,
    },
    redisBytesPerBatch: find('costs', 'Bytes of Redis').value.median,
    pdfShare: addBytes(atRest.figures, ['pdfs', 'render_batches']) / atRest.value.median,
  };
}

/** @throws where a table is missing: it would cost nothing. */
function addBytes(figures: Finding['figures'], tables: readonly string[]): number {
  return tables.reduce((sum, table) => {
    const figure = figures.find(({ name }) => name === table);
    if (figure === undefined) throw new Error(`The benchmark's results lack the bytes of ${table}`);
    return sum + figure.value.median;
  }, 0);
}

/** An envelope costs something by itself, and something for each record: a line through the smallest and the largest that was measured. */
function readEnvelope(findings: readonly Finding[]): { envelope: Cost; record: Cost } {
  const measured = findings
    .flatMap(({ goal, what, figures }) => {
      const [, records] = /^Remit an envelope of (\d+)$/.exec(what) ?? [];
      return goal === 'stages' && records !== undefined
        ? [{ records: Number(records), cost: readCost(figures) }]
        : [];
    })
    .toSorted((a, b) => a.records - b.records);
  const [least, most] = [measured[0], measured.at(-1)];
  if (!least || !most || least === most)
    throw new Error('Envelopes of one size say nothing of their records');
  const slope = combine(most.cost, least.cost, (large, small) =>
    Math.max((large - small) / (most.records - least.records), 0),
  );
  const base = combine(least.cost, slope, (whole, each) => Math.max(whole - each * least.records, 0));
  return { envelope: base, record: slope };
}

/** Makes a cost of two, number by number. */
function combine(a: Cost, b: Cost, make: (a: number, b: number) => number): Cost {
  return Object.fromEntries(NUMBERS.map((name) => [name, make(a[name], b[name])])) as Cost;
}

/** Adds what so many pieces of work cost. */
export function addCost(sum: Cost, cost: Cost, times: number): Cost {
  return combine(sum, cost, (before, each) => before + each * times);
}

export const NOTHING = Object.fromEntries(NUMBERS.map((name) => [name, 0])) as Cost;

function readCost(figures: Finding['figures']): Cost {
  const isProcess = (name: string) => (PROCESSES as readonly string[]).includes(name);
  const read = (name: string) => {
    const figure = figures.find((each) => each.name === name);
    if (!figure) throw new Error(`The benchmark's results lack ${name}`);
    return figure.value.median / (isProcess(name) ? 1000 : 1);
  };
  return Object.fromEntries(NUMBERS.map((name) => [name, read(name)])) as Cost;
}
