import type { Finding } from '../report/finding.ts';

/** The processes of the engine and its servers, by duty. */
export const PROCESSES = ['ingress', 'batches', 'pdfs', 'remission', 'postgres', 'redis'] as const;
export type Process = (typeof PROCESSES)[number];

/** The cost of a unit of work. */
export type Cost = Readonly<Record<Process, number>> & {
  readonly walBytes: number;
  readonly walSyncs: number;
  readonly bytesAtRest: number;
};

/**
 * The costs that `npm run bench` measured, in the form that the simulation needs. Processor time is
 * in seconds.
 */
export type Costs = {
  /** Per batch, by the size of the batch. */
  readonly accept: ReadonlyMap<number, Cost>;
  readonly issue: ReadonlyMap<number, Cost>;
  readonly render: ReadonlyMap<number, Cost>;
  /** Per envelope, and per record in it. */
  readonly envelope: Cost;
  readonly record: Cost;
  /** Per second without work. */
  readonly idle: Cost;
  /** Per read of one batch, all processes together. */
  readonly read: number;
  /** The maximum memory of a process, in bytes. */
  readonly memory: { readonly ingress: number; readonly worker: number; readonly chromium: number };
  readonly redisBytesPerBatch: number;
  /** The PDF's share of the bytes that an invoice takes in PostgreSQL. */
  readonly pdfShare: number;
};

const MB = 2 ** 20;
const NUMBERS = [...PROCESSES, 'walBytes', 'walSyncs', 'bytesAtRest'] as const;

/** Reads the costs from the benchmark's findings. @throws if one is missing. */
export function readCosts(findings: readonly Finding[]): Costs {
  const find = (goal: string, begins: string) => {
    const found = findings.find((finding) => finding.goal === goal && finding.what.startsWith(begins));
    if (!found)
      throw new Error(`The benchmark's results lack "${begins}" of goal ${goal}. Run npm run bench`);
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

/** @throws if a table is missing, because its bytes would count as 0. */
function addBytes(figures: Finding['figures'], tables: readonly string[]): number {
  return tables.reduce((sum, table) => {
    const figure = figures.find(({ name }) => name === table);
    if (figure === undefined) throw new Error(`The benchmark's results lack the bytes of ${table}`);
    return sum + figure.value.median;
  }, 0);
}

/**
 * Returns the fixed cost of an envelope and the cost of each record in it: a line through the
 * smallest and the largest measured envelope.
 */
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
    throw new Error('The cost per record needs envelopes of at least two sizes');
  const slope = combine(most.cost, least.cost, (large, small) =>
    Math.max((large - small) / (most.records - least.records), 0),
  );
  const base = combine(least.cost, slope, (whole, each) => Math.max(whole - each * least.records, 0));
  return { envelope: base, record: slope };
}

/** Combines two costs number by number. */
function combine(a: Cost, b: Cost, make: (a: number, b: number) => number): Cost {
  return Object.fromEntries(NUMBERS.map((name) => [name, make(a[name], b[name])])) as Cost;
}

/** Adds the cost of `times` units of work. */
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
