/*
 * Describes a state as sentences, one per fact, so that two states can be compared line by line.
 * The replay builds the same sentences from the database, Redis and the stand-in.
 */

export type ModelState = {
  readonly db: {
    readonly batches: readonly { id: number; key: string; body: string; status: string }[];
    readonly records: readonly ModelRecord[];
    readonly submissions: readonly {
      id: number;
      chain: string;
      first: number;
      last: number;
      state: string;
      incident: boolean;
    }[];
    readonly answers: readonly { chain: string; sequence: number; state: string }[];
    readonly remissions: Readonly<Record<string, RemissionFact>>;
    readonly known: boolean;
  };
  readonly hints: readonly ({ OfBatch: number } | { OfChain: string })[];
  readonly requests: readonly { id: number; key: string; body: string; batch: number }[];
  readonly posted: number;
  readonly told: readonly { key: string; body: string; batch: number }[];
  readonly workers: Readonly<Record<string, object>>;
  readonly aeat: {
    readonly register: Readonly<Record<string, { annulled: boolean }>>;
    readonly taken: Readonly<Record<string, readonly number[]>>;
    readonly judged: Readonly<Record<string, readonly number[]>>;
  };
};

type ModelRecord = {
  chain: string;
  sequence: number;
  kind: string;
  number: number;
  hash: number;
  previous: number;
  isCorrection: boolean;
};

export type RemissionFact = {
  readonly attempt: number;
  readonly remitted: number;
  readonly leased: boolean;
  readonly waits: boolean;
  readonly failing: boolean;
  readonly marked: boolean;
  readonly postponed: boolean;
};

/** Returns all facts of a state, sorted. */
export function listFacts({ db, hints, told, workers, aeat }: ModelState): string[] {
  const { batches, records, submissions, answers, remissions } = db;
  const placeOf = (hash: number, chain: string) => records.find((r) => r.hash === hash && r.chain === chain);
  return [
    ...batches.map(({ id, key, body, status }) => describeBatch(id, key, body, status)),
    ...records.map((record) =>
      describeRecord({ ...record, after: placeOf(record.previous, record.chain)?.sequence ?? 0 }),
    ),
    ...submissions.map(describeEnvelope),
    ...answers.map(({ chain, sequence, state }) => `${chain}${sequence} is ${state}`),
    ...Object.entries(remissions).map(([chain, remission]) => describeRemission(chain, remission)),
    ...(db.known ? [] : ['the database is another one']),
    ...hints.map((hint) =>
      'OfBatch' in hint ? `hint: batch ${hint.OfBatch}` : `hint: chain ${hint.OfChain}`,
    ),
    ...told.map(({ key, body, batch }) => describeAnswer(key, body, batch)),
    ...Object.entries(workers).map(([worker, job]) => `${worker} is ${Object.keys(job)[0]}`),
    ...Object.entries(aeat.register).map(([number, { annulled }]) =>
      describeRegistered(Number(number), annulled),
    ),
    ...Object.entries(aeat.taken).flatMap(([chain, list]) => describeSequences('took', chain, list)),
    ...Object.entries(aeat.judged).flatMap(([chain, list]) => describeSequences('judged', chain, list)),
  ].toSorted();
}

export function describeBatch(id: number, key: string, body: string, status: string): string {
  return `batch ${id} of ${key}, ${body}: ${status}`;
}

/**
 * @param record `after` is the sequence of the record whose hash it continues, 0 for the first
 *   record.
 */
export function describeRecord(
  record: Pick<ModelRecord, 'chain' | 'sequence' | 'kind' | 'number' | 'isCorrection'> & { after: number },
): string {
  const { chain, sequence, kind, number, isCorrection, after } = record;
  return `${chain}${sequence}: ${kind} of ${number}${isCorrection ? ', a correction' : ''}, after ${after}`;
}

export function describeEnvelope(
  envelope: Pick<
    ModelState['db']['submissions'][number],
    'id' | 'chain' | 'first' | 'last' | 'state' | 'incident'
  >,
): string {
  const { id, chain, first, last, state, incident } = envelope;
  return `envelope ${id} of ${chain}${first} to ${last}: ${state}${incident ? ', with an incident' : ''}`;
}

export function describeRemission(chain: string, remission: RemissionFact): string {
  const { attempt, remitted, ...rest } = remission;
  const marks = (['leased', 'waits', 'failing', 'marked', 'postponed'] as const).filter((mark) => rest[mark]);
  return `chain ${chain}: try ${attempt}, remitted ${remitted}${marks.map((mark) => `, ${mark}`).join('')}`;
}

export function describeAnswer(key: string, body: string, batch: number): string {
  return `told ${key}, ${body}: ${batch > 0 ? `batch ${batch}` : 'refused'}`;
}

export function describeRegistered(number: number, annulled: boolean): string {
  return `AEAT has ${number}${annulled ? ' as annulled' : ''}`;
}

export function describeSequences(
  verb: 'took' | 'judged',
  chain: string,
  sequences: readonly number[],
): string[] {
  return sequences.length === 0 ? [] : [`AEAT ${verb} of ${chain}: ${sequences.join(' ')}`];
}
