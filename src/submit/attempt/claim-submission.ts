import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib';
import type { Pool } from 'pg';
import { buildEnvelope } from '../../domain/verifactu/build-envelope.ts';
import {
  decideStep,
  endOfWait,
  FULL_ENVELOPE,
  isLate,
  readWait,
  type Standstill,
  type Wait,
} from '../../domain/verifactu/flow-control.ts';
import { type Connection, withTransaction } from '../../platform/postgres/database.ts';
import {
  type AttemptId,
  beginAttempt,
  type ChainRecord,
  findIssuerName,
  finishSubmission,
  insertSubmission,
  listRemitted,
  lockRemission,
  readRemission,
  readRequest,
  type StoredRemission,
  supersedeSubmission,
} from '../statements/remission.ts';

const compress = promisify(zstdCompress);
const decompress: (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer> = promisify(zstdDecompress);
/** Of an envelope: a thousand records of some kilobytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** An envelope that is ours to send, once. */
export type Claim = AttemptId & {
  readonly organizationId: number;
  readonly issuer: { readonly nif: string; readonly name: string };
  readonly request: Buffer;
  readonly records: readonly ChainRecord[];
  readonly hasIncident: boolean;
  /** Whether its records may have arrived at AEAT before. */
  readonly isRepeat: boolean;
  /** Before this try. */
  readonly failures: number;
  /** The wait that is kept after this message, where its answer tells no other. */
  readonly wait: Wait;
  /** Until then nobody else sends for the chain. */
  readonly sendingUntil: Date;
};

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /** The chain waits to be compared with AEAT, or the database is not the one in use, or nobody has noticed yet that it is another one. */
  | { readonly kind: 'suspended'; readonly isKnownDatabase: boolean }
  | Standstill;

/**
 * Takes the step of a chain, where it may send now: the envelope that is not answered yet, else a new one of at most 1000 records. What
 * is sent is written down before it leaves, and so is that somebody is sending: whoever dies leaves both behind.
 * @param limits `leaseMs`: so long nobody else sends for the chain; `maxWaitSeconds`: see `readWait`.
 * @param activeLineage of the database that is in use; null where nobody knows. In another one nothing is sent.
 */
export function claimSubmission(
  pool: Pool,
  chainId: number,
  now: Date,
  { leaseMs, maxWaitSeconds }: { readonly leaseMs: number; readonly maxWaitSeconds: number },
  activeLineage: string | null,
): Promise<ClaimResult> {
  return withTransaction(pool, async (client) => {
    if (!(await lockRemission(client, chainId))) return { kind: 'nothing' };
    const remission = await readSettled(client, chainId, now, activeLineage);
    const { isKnownDatabase } = remission;
    if (remission.isCompared || !isKnownDatabase) return { kind: 'suspended', isKnownDatabase };
    const step = decideStep(readState(remission), now.getTime());
    if (step.kind !== 'send') return step;

    const issuer = { nif: remission.issuerNif, name: await findIssuerName(client, chainId) };
    const envelope = await prepareEnvelope(client, chainId, remission, issuer, now);
    const sendingUntil = new Date(now.getTime() + leaseMs);
    const { organizationId, failures, waitSeconds, excessiveWaitSeconds, wasSubmitted: isRepeat } = remission;
    const last = { seconds: waitSeconds, excessiveSeconds: excessiveWaitSeconds };
    const wait = readWait(null, last, maxWaitSeconds);
    const attempt = await beginAttempt(
      client,
      chainId,
      sendingUntil,
      new Date(endOfWait(now.getTime(), wait.seconds)),
    );
    return {
      kind: 'claimed',
      claim: {
        chainId,
        attempt,
        organizationId,
        issuer,
        isRepeat,
        failures,
        wait,
        sendingUntil,
        ...envelope,
      },
    };
  });
}

/** Where the remission stands, after a submission is ended whose worker died when all of its answers were stored. */
async function readSettled(
  connection: Connection,
  chainId: number,
  now: Date,
  activeLineage: string | null,
): Promise<StoredRemission> {
  const remission = await readRemission(connection, chainId, activeLineage);
  const { openId, sendingUntil } = remission;
  if (openId === null || (sendingUntil !== null && sendingUntil > now.getTime())) return remission;
  return (await finishSubmission(connection, openId, now))
    ? readRemission(connection, chainId, activeLineage)
    : remission;
}

/** What decides about a chain's step. */
export function readState(remission: StoredRemission) {
  return {
    pending: remission.sequence - remission.remittedSequence,
    hasOpenSubmission: remission.openId !== null,
    failures: remission.failures,
    nextAllowedAt: remission.nextAllowedAt,
    sendingUntil: remission.sendingUntil,
    isHalted: remission.haltedReason !== null,
  };
}

type Envelope = Pick<Claim, 'submissionId' | 'request' | 'records' | 'hasIncident'>;

async function prepareEnvelope(
  connection: Connection,
  chainId: number,
  remission: StoredRemission,
  issuer: Claim['issuer'],
  now: Date,
): Promise<Envelope> {
  const { openId, openFirst, openLast, openHasIncident, remittedSequence, sequence } = remission;
  if (openId === null || openFirst === null || openLast === null) {
    const first = remittedSequence + 1;
    const last = Math.min(sequence, remittedSequence + FULL_ENVELOPE);
    const { hasIncident, wasSubmitted, incidentSequence } = remission;
    const isDelayed = hasIncident || wasSubmitted || first <= incidentSequence;
    return freezeEnvelope(connection, chainId, { first, last }, issuer, isDelayed, now);
  }
  const records = await listRemitted(connection, chainId, openFirst, openLast);
  // The remission of these records has failed once, so the message says Incidencia=S from its second try on (Orden HAC/1177/2024, art. 16.4). What AEAT has judged must not be
  // judged again: it takes corrections as often as they come, and may take now what it refused before.
  if (openHasIncident !== true || records.some(({ isAnswered }) => isAnswered)) {
    // Header and number of the records change: each of them is the same to the letter, and AEAT knows each by its own.
    await supersedeSubmission(connection, openId, now);
    return freezeEnvelope(connection, chainId, { first: openFirst, last: openLast }, issuer, true, now);
  }
  const request = await decompress(await readRequest(connection, openId), { maxOutputLength: MOST_BYTES });
  return { submissionId: openId, request, records: records.map(dropXml), hasIncident: true };
}

async function freezeEnvelope(
  connection: Connection,
  chainId: number,
  { first, last }: { readonly first: number; readonly last: number },
  issuer: Claim['issuer'],
  isIncident: boolean,
  now: Date,
): Promise<Envelope> {
  const all = await listRemitted(connection, chainId, first, last);
  const records = all.filter(({ isAnswered }) => !isAnswered);
  const hasIncident = isIncident || areLate(all, now);
  const xml = buildEnvelope({ issuer, hasIncident, records: records.map((record) => record.xml) });
  const request = Buffer.from(xml, 'utf8');
  const submissionId = await insertSubmission(connection, chainId, {
    firstSequence: first,
    lastSequence: last,
    hasIncident,
    request: await compress(request),
    createdAt: now,
  });
  return { submissionId, request, records: records.map(dropXml), hasIncident };
}

/** The envelope has it. */
function dropXml({ xml: _xml, ...record }: ChainRecord & { readonly xml: string }): ChainRecord {
  return record;
}

function areLate(records: readonly ChainRecord[], now: Date): boolean {
  return records.some(({ generatedAt }) => isLate(generatedAt, now.getTime()));
}
