import { nameInvoice } from '../records/record.ts';
import type { LogEntry, LoggedRecord } from '../registry/log-entry.ts';

/** A fault of a client that AEAT would not report. */
export type Gap = {
  readonly kind:
    | 'wrong-hash'
    | 'broken-link'
    | 'fork'
    | 'stored-twice'
    | 'rebuilt'
    | 'altered'
    | 'never-judged';
  readonly envelope: number;
  readonly invoice: string;
  readonly huella: string;
  readonly detail: string;
};
export type ChainReport = {
  readonly chain: string;
  /** The number of distinct records, stored or not. */
  readonly records: number;
  readonly stored: number;
  readonly rejected: number;
  /** The number of repeated arrivals of records. */
  readonly repeats: number;
  readonly gaps: readonly Gap[];
};
export type GapReport = {
  /** Whether there are no gaps, no early envelopes and no overlapping ones. */
  readonly ok: boolean;
  readonly chains: readonly ChainReport[];
  readonly earlyEnvelopes: readonly { readonly sequence: number; readonly earlyBy: number }[];
  readonly overlappingEnvelopes: readonly {
    readonly sequence: number;
    readonly overlaps: readonly number[];
  }[];
  readonly tooLargeEnvelopes: readonly number[];
};

/** A record at its first arrival, and what happened to it since. */
type Seen = {
  readonly envelope: number;
  readonly record: LoggedRecord;
  times: number;
  stored: number;
  judged: boolean;
};

const MAX_RECORDS = 1000;

/**
 * Checks for each chain that every record arrived in order, hash-linked and unaltered, and was
 * stored once.
 */
export function findGaps(log: readonly LogEntry[]): GapReport {
  const chains = [...groupByChain(log)].map(([chain, sightings]) => reportChain(chain, sightings));
  const earlyEnvelopes = log
    .filter(({ earlyBy }) => earlyBy > 0)
    .map(({ sequence, earlyBy }) => ({ sequence, earlyBy }));
  const overlappingEnvelopes = log
    .filter(({ overlaps }) => overlaps.length > 0)
    .map(({ sequence, overlaps }) => ({ sequence, overlaps }));
  const tooLargeEnvelopes = log
    .filter(({ records }) => records.length > MAX_RECORDS)
    .map(({ sequence }) => sequence);
  const hasGaps = chains.some(({ gaps }) => gaps.length > 0);
  const isUntimely = earlyEnvelopes.length + overlappingEnvelopes.length + tooLargeEnvelopes.length > 0;
  return { ok: !hasGaps && !isUntimely, chains, earlyEnvelopes, overlappingEnvelopes, tooLargeEnvelopes };
}

type Sighting = { readonly envelope: number; readonly record: LoggedRecord };

function groupByChain(log: readonly LogEntry[]): Map<string, Sighting[]> {
  const chains = new Map<string, Sighting[]>();
  for (const { sequence, records } of log) {
    for (const record of records) {
      const sightings = chains.get(record.chain) ?? [];
      sightings.push({ envelope: sequence, record });
      chains.set(record.chain, sightings);
    }
  }
  return chains;
}

function reportChain(chain: string, sightings: readonly Sighting[]): ChainReport {
  const seen = new Map<string, Seen>();
  const gaps: Gap[] = [];
  const operations = new Map<string, LoggedRecord>();
  const successors = new Set<string>();
  let head: LoggedRecord | null = null;
  for (const { envelope, record } of sightings) {
    const known = seen.get(record.huella);
    const add = (kind: Gap['kind'], detail: string) => gaps.push(buildGap(kind, envelope, record, detail));
    if (known) {
      if (known.record.digest !== record.digest) add('altered', `first seen in envelope ${known.envelope}`);
    } else {
      if (!record.hashMatches) add('wrong-hash', 'the huella is not that of the literals');
      const link = describeLink(record, head);
      if (link !== null) add('broken-link', link);
      const predecessor = record.previous?.huella ?? '';
      if (successors.has(predecessor))
        add('fork', `another record follows ${predecessor || 'the beginning'}`);
      successors.add(predecessor);
      const operation = nameOperation(record);
      const before = operations.get(operation);
      if (before) add('rebuilt', `the same was asked for with huella ${before.huella}`);
      operations.set(operation, record);
      head = record;
    }
    note(seen, known, { envelope, record });
  }
  for (const { envelope, record, stored, judged } of seen.values()) {
    if (stored > 1) gaps.push(buildGap('stored-twice', envelope, record, `${stored} times`));
    if (!judged)
      gaps.push(buildGap('never-judged', envelope, record, 'no envelope with it was ever processed'));
  }
  const all = [...seen.values()];
  return {
    chain,
    records: all.length,
    stored: all.filter(({ stored }) => stored > 0).length,
    rejected: all.filter(({ stored, judged }) => judged && stored === 0).length,
    repeats: all.reduce((sum, { times }) => sum + times - 1, 0),
    gaps,
  };
}

function note(seen: Map<string, Seen>, known: Seen | undefined, { envelope, record }: Sighting): void {
  const entry = known ?? { envelope, record, times: 0, stored: 0, judged: false };
  entry.times += 1;
  if (record.order !== null) entry.stored += 1;
  if (record.state !== null) entry.judged = true;
  seen.set(record.huella, entry);
}

/** Describes the fault of a record's link to its predecessor; null if it is correct. */
function describeLink({ previous }: LoggedRecord, head: LoggedRecord | null): string | null {
  if (head === null) return previous === null ? null : `begins after ${previous.huella}`;
  if (previous === null) return 'states that it is the first record';
  if (previous.huella !== head.huella) return `follows ${previous.huella}, the last was ${head.huella}`;
  return nameInvoice(previous.id) === nameInvoice(head.id) ? null : 'names another invoice than the last';
}

/**
 * Names the request of a record, which a record without flags may make once. Corrections may come
 * any number of times.
 */
function nameOperation({
  kind,
  id,
  subsanacion,
  rechazoPrevio,
  sinRegistroPrevio,
  huella,
}: LoggedRecord): string {
  const isPlain = subsanacion !== 'S' && rechazoPrevio !== 'S' && sinRegistroPrevio !== 'S';
  return isPlain ? `${kind} ${nameInvoice(id)}` : huella;
}

function buildGap(kind: Gap['kind'], envelope: number, { id, huella }: LoggedRecord, detail: string): Gap {
  return { kind, envelope, invoice: nameInvoice(id), huella, detail };
}
