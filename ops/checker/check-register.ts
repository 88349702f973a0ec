import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Connection } from '../../src/platform/postgres/database.ts';
import { findGaps } from '../aeat-sandbox/inspection/find-gaps.ts';
import type { LogEntry, LoggedRecord } from '../aeat-sandbox/registry/log-entry.ts';
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
  once: 'A record that AEAT accepted is in its register once, as we say, one that it refused is not, and a pending one at most once',
  known: 'AEAT has no record that is not ours',
  order: 'The records of a chain went into the register in their order, linked and unaltered',
  waits: 'AEAT’s waits were kept, one envelope of a chain at a time, of at most 1000 records',
} as const;

/** What the checks of the stand-in's log are called where there is no log. */
export const WITHOUT_REGISTER: readonly Verdict[] = [
  buildVerdict('I4', TITLES.once, null, []),
  buildVerdict('I4', TITLES.known, null, []),
  buildVerdict('I4', TITLES.order, null, []),
  buildVerdict('I5', TITLES.waits, null, []),
];

/** What must be there of each entry for anything to be looked at. */
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

/** Fetches the log of the stand-in. @param address of its server, without a path. */
export async function readRegisterLog(address: string): Promise<LogEntry[]> {
  const url = new URL('/control/log', address);
  const { status, body } = await askServer('--aeat', url);
  if (status !== 200) throw new Error(`--aeat: ${url.href} answered ${status}`);
  const log = readJson(body);
  if (!Value.Check(RegisterLog, log)) throw new Error(`--aeat: ${url.href} is not the log of the stand-in`);
  return log as unknown as LogEntry[];
}

/** @returns undefined where it is no JSON. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * I4 and I5: compares the records with the stand-in's log of what arrived and what went in.
 * @throws where it is not the log of this database's stand-in.
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
    // A record without an answer is pending, whether it has arrived or not: of its work nothing is wrong as long as it went in once.
    if (record.state === null)
      return stored.length > 1 ? [`${place} is pending, and ${stored.length} times in the register`] : [];
    if (sightings.length === 0) return [`${place} never arrived at AEAT`];
    if (record.state === 'rejected') {
      return stored.length > 0 ? [`${place} is called rejected, and is in the register`] : [];
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
      places.push(`chain ${chain}, record ${sequence} went in before the one before it`);
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

/** A wait that a killed worker took to its grave is known to nobody: its answer has left no trace in the database. */
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
