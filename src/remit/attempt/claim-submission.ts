import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib';
import type { Pool } from 'pg';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import {
  decideStep,
  endOfWait,
  FULL_ENVELOPE,
  isLate,
  readWait,
  type Standstill,
  type Wait,
} from 'verifactu-protocol/remission/flow-control';
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
/** Maximum size of an envelope in bytes: 1000 records of several kilobytes each. */
const MOST_BYTES = 256 * 1024 * 1024;

/** An envelope that this worker may send once. */
export type Claim = AttemptId & {
  readonly organizationId: number;
  readonly issuer: { readonly nif: string; readonly name: string };
  readonly request: Buffer;
  readonly records: readonly ChainRecord[];
  readonly hasIncident: boolean;
  /** Whether AEAT may already have received its records. */
  readonly isRepeat: boolean;
  /** Number of consecutive failures before this attempt. */
  readonly failures: number;
  /** The wait after this message, unless AEAT's answer contains another one. */
  readonly wait: Wait;
  /** No other worker sends for the chain until this time. */
  readonly sendingUntil: Date;
};

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /**
   * The chain waits for its comparison with AEAT, the database is not the active one, or its change
   * of identity has not been recorded yet.
   */
  | { readonly kind: 'suspended'; readonly isKnownDatabase: boolean }
  | Standstill;

/**
 * Claims the next envelope of a chain, if the chain may send now: the unanswered envelope,
 * otherwise a new one of at most 1000 records. Stores the message and the lease before the message
 * is sent. Both survive a crash of the worker.
 * @param limits `leaseMs`: time in which no other worker sends for the chain, in ms.
 *   `maxWaitSeconds`: see `readWait`.
 * @param activeLineage the active lineage of the database cluster; null when it is unknown. Another
 *   database sends nothing.
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

/**
 * Reads the remission of a chain. First ends an open submission whose worker crashed after all of
 * its answers were stored.
 */
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

/** Returns the data that determine the next step of a chain. */
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
  // The remission of these records has failed once, so the message contains Incidencia=S from the
  // second attempt on (Orden HAC/1177/2024, art. 16.4). Records that AEAT has answered must not be
  // sent again: AEAT accepts corrections any number of times, and may now accept a record that it
  // refused before.
  if (openHasIncident !== true || records.some(({ isAnswered }) => isAnswered)) {
    // Only the header and the set of records change. Each record keeps its exact text, and AEAT
    // identifies each by its own data.
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

/** Removes the XML, because the envelope contains it. */
function dropXml({ xml: _xml, ...record }: ChainRecord & { readonly xml: string }): ChainRecord {
  return record;
}

function areLate(records: readonly ChainRecord[], now: Date): boolean {
  return records.some(({ generatedAt }) => isLate(generatedAt, now.getTime()));
}
