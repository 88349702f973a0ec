import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Connection } from '../platform/postgres/database.ts';
import { findGaps } from '../../packages/aeat-sandbox/src/inspection/find-gaps.ts';
import type { LogEntry, LoggedRecord } from '../../packages/aeat-sandbox/src/registry/log-entry.ts';
import { askServer } from './ask-server.ts';
import { buildVerdict, type Verdict } from './invariant.ts';
import { readInstallation, refuseStrangeRegister } from './own-register.ts';

type OwnRecord = {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly installation: string;
  readonly state: string | null;
};

const TITLES = {
  once: 'An accepted record is in AEAT’s register once with the same state, a rejected one is not, a pending one is at most once',
  known: 'AEAT has no record that is not in this database',
  order: 'The records of a chain entered AEAT’s register in order, linked and unaltered',
  waits:
    'The waits of AEAT were kept, with one envelope of a chain at a time and at most 1000 records in each',
} as const;

/** The verdicts of these rules if there is no log of the stand-in for AEAT. */
export const WITHOUT_REGISTER: readonly Verdict[] = [
  buildVerdict('I4', TITLES.once, null, []),
  buildVerdict('I4', TITLES.known, null, []),
  buildVerdict('I4', TITLES.order, null, []),
  buildVerdict('I5', TITLES.waits, null, []),
];

/** The members of each entry that the checks need. */
const RegisterLog = Type.Array(
  Type.Object({
    sequence: Type.Integer(),
    chains: Type.Array(Type.String()),
    records: Type.Array(
      Type.Object({
        chain: Type.String(),
        huella: Type.String(),
        order: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  }),
);

/**
 * Fetches the log of the stand-in for AEAT.
 * @param address the address of its server, without a path.
 */
export async function readRegisterLog(address: string): Promise<LogEntry[]> {
  const url = new URL('/control/log', address);
  const { status, body } = await askServer('--aeat', url);
  if (status !== 200) throw new Error(`--aeat: ${url.href} answered ${status}`);
  const log = readJson(body);
  if (!Value.Check(RegisterLog, log))
    throw new Error(`--aeat: ${url.href} is not the log of the stand-in for AEAT`);
  return log as unknown as LogEntry[];
}

/** @returns undefined if the body is not JSON. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * I4 and I5: compares the records with the stand-in's log of the records that it received and
 * stored.
 * @throws if the log does not belong to this database.
 */
export async function checkRegister(connection: Connection, log: readonly LogEntry[]): Promise<Verdict[]> {
  await refuseStrangeRegister(connection, log);
  const { rows: records } = await connection.query<OwnRecord>(`
    select r.chain_id::text as chain, r.sequence::float8 as sequence, r.hash, c.installation_number as installation, a.state
    from registration_records r
    join chains c on c.id = r.chain_id
    left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
    order by r.chain_id, r.sequence`);
  const seen = Map.groupBy(
    log.flatMap((entry) => entry.records),
    (record) => nameRecord(readInstallation(record.chain), record.huella),
  );
  return [
    checkOnce(records, seen),
    checkKnown(records, seen),
    checkOrder(records, seen, log),
    await checkWaits(connection, log),
  ];
}

type Seen = ReadonlyMap<string, readonly LoggedRecord[]>;

const STATES: Readonly<Record<string, string>> = {
  Correcto: 'accepted',
  AceptadoConErrores: 'accepted_with_errors',
};

function checkOnce(records: readonly OwnRecord[], seen: Seen): Verdict {
  const places = records.flatMap((record) => {
    const sightings = seen.get(nameRecord(record.installation, record.hash)) ?? [];
    const stored = sightings.filter(({ order }) => order !== null);
    const place = `chain ${record.chain}, record ${record.sequence}`;
    // A record without an answer is pending, whether it has arrived or not. It must be in the
    // register at most once.
    if (record.state === null)
      return stored.length > 1 ? [`${place} is pending, but is ${stored.length} times in the register`] : [];
    if (sightings.length === 0) return [`${place} never arrived at AEAT`];
    if (record.state === 'rejected') {
      return stored.length > 0 ? [`${place} is rejected here, but is in the register`] : [];
    }
    if (stored.length !== 1) return [`${place} is ${stored.length} times in the register`];
    const theirs = STATES[stored[0]!.state ?? ''];
    return record.state === theirs ? [] : [`${place} is ${theirs} at AEAT and ${record.state} here`];
  });
  return buildVerdict('I4', TITLES.once, records.length, places);
}

function checkKnown(records: readonly OwnRecord[], seen: Seen): Verdict {
  const ours = new Set(records.map(({ installation, hash }) => nameRecord(installation, hash)));
  const strange = [...seen].filter(([name]) => !ours.has(name));
  const places = strange.map(
    ([, [record]]) => `AEAT has ${record!.id.number} of ${record!.id.nif} with huella ${record!.huella}`,
  );
  return buildVerdict('I4', TITLES.known, seen.size, places);
}

function checkOrder(records: readonly OwnRecord[], seen: Seen, log: readonly LogEntry[]): Verdict {
  const places = findGaps(log).chains.flatMap(({ chain, gaps }) =>
    gaps.map(({ kind, invoice, detail }) => `${chain}: ${kind} at ${invoice}: ${detail}`),
  );
  const last = new Map<string, number>();
  for (const { chain, sequence, installation, hash } of records) {
    const order = seen.get(nameRecord(installation, hash))?.find((record) => record.order !== null)?.order;
    if (order === undefined || order === null) continue;
    if (order < (last.get(chain) ?? 0))
      places.push(`chain ${chain}, record ${sequence} entered the register before its predecessor`);
    last.set(chain, order);
  }
  return buildVerdict('I4', TITLES.order, records.length, places);
}

async function checkWaits(connection: Connection, log: readonly LogEntry[]): Promise<Verdict> {
  const { earlyEnvelopes, overlappingEnvelopes, tooLargeEnvelopes } = findGaps(log);
  const { rows } = await connection.query<{ csv: string }>(
    'select csv from submission_attempts where csv is not null',
  );
  const received = new Set(rows.map(({ csv }) => csv));
  const early = earlyEnvelopes.filter(({ sequence }) => knewItsWait(log, sequence, received));
  const places = [
    ...early.map(({ sequence, earlyBy }) => `envelope ${sequence} came ${earlyBy} ms too early`),
    ...overlappingEnvelopes.map(
      ({ sequence, overlaps }) => `envelope ${sequence} came while ${overlaps.join(', ')} had no answer`,
    ),
    ...tooLargeEnvelopes.map((sequence) => `envelope ${sequence} has more than 1000 records`),
  ];
  return buildVerdict('I5', TITLES.waits, log.length, places);
}

/**
 * Returns whether the engine could know the wait before an envelope. If a worker is killed before
 * it stores an answer, the wait in that answer is lost.
 */
function knewItsWait(log: readonly LogEntry[], sequence: number, received: ReadonlySet<string>): boolean {
  const { chains } = log.find((entry) => entry.sequence === sequence)!;
  const before = log.filter(
    (entry) =>
      entry.sequence < sequence &&
      entry.chains.some((chain) => chains.includes(chain)) &&
      entry.answer?.delivered === true &&
      entry.answer.waitSeconds !== null,
  );
  const csv = before.at(-1)?.csv ?? null;
  return csv === null || received.has(csv);
}

function nameRecord(installation: string, huella: string): string {
  return `${installation} ${huella}`;
}
