import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { Orm } from '../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../platform/postgres/lineage/primary-tracker.ts';
import type { NewRecordAnswer } from './statements/remission.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { RemissionMetrics } from './remission-metrics.ts';
import { NO_TRACE, type Trace, type Traces } from '../platform/telemetry/traces/traces.ts';
import { listTraceparents } from '../platform/postgres/traces/traceparents.ts';
import { answerDuplicates } from './answer-duplicates.ts';
import { compareChain, type ComparisonProgress } from './compare-chain.ts';
import { type Claim, claimSubmission } from './attempt/claim-submission.ts';
import { type AttemptOutcome, judgeAttempt } from './attempt/judge-attempt.ts';
import { recordDatabase } from '../platform/process/record-database.ts';
import type { Mutex } from './mutex.ts';
import { type AeatSettings, openIssuerClient } from './open-issuer-client.ts';
import { recogniseCorrections, type Recognised } from './recognise-corrections.ts';
import { reportAttempt } from './attempt/report-attempt.ts';
import { buildAttempt, endTry, type Settled, storeAttempt } from './attempt/settle-attempt.ts';

export type RemitContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  readonly metrics: RemissionMetrics;
  readonly traces: Traces;
  readonly now: () => Date;
  /** Random number from 0 to 1, for the backoff. */
  readonly random: () => number;
  readonly aeat: AeatSettings;
  /**
   * Envelopes of a process are built one at a time, because each takes about 40 MB while it is
   * built.
   */
  readonly claimMutex: Mutex;
  /**
   * Determines which database is the active one, and records how far its write-ahead log has
   * advanced. This detects a copy that lacks records that AEAT is about to receive.
   */
  readonly tracker: PrimaryTracker;
};

export type RemitResult =
  /** There is nothing to send, the chain is halted, or another worker is sending for it. */
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  /**
   * The chain must wait until `next`. `why` is the reason when AEAT was queried about the chain
   * just now and gave no answer.
   */
  | { readonly kind: 'wait'; readonly next: Date; readonly why?: string }
  /**
   * A backup of the database was restored and AEAT has more records of the chain. The chain was
   * halted.
   */
  | { readonly kind: 'ahead'; readonly reason: string }
  /** An attempt was made; AEAT answered all records, some, or none. */
  | ({
      readonly kind: 'sent';
      readonly answered: number;
      /** The reason why this attempt halted the chain; null when it did not. */
      readonly haltedReason: string | null;
    } & Settled);

/**
 * No query about duplicates begins after this time. The next attempt continues where this one ends,
 * and other chains can send meanwhile.
 */
const LOOK_UP_MS = 20_000;
/** Added to the time limit of the message for the work before and after it. */
const LEASE_MARGIN_MS = 15_000;

/**
 * Sends the next envelope of a chain, if it may be sent now, and stores AEAT's answer. Each call
 * sends at most one envelope. Concurrent calls, even in two workers, never send the same records at
 * the same time: see `claimSubmission`. A process that was suspended sends nothing after its lease.
 *
 * States of a call: compare (after a restore) → claim → query the register for corrections → send →
 * store the attempt → query the register for duplicates → end the attempt.
 * @param onProgress called with the progress of the chain's comparison with AEAT, if the chain is
 *   compared first.
 * @throws when the database is unavailable. Every failure of AEAT or the network is a result.
 */
export async function remitRecords(
  context: RemitContext,
  chainId: number,
  onProgress?: (progress: ComparisonProgress) => void,
): Promise<RemitResult> {
  const { pool, aeat, now, tracker } = context;
  const comparison = await compareChain(context, chainId, onProgress);
  if (comparison.kind !== 'same') return comparison;
  const activeLineage = await tracker.recall();
  const { startedAt, claimed } = await context.claimMutex(async () => {
    const begunAt = now();
    const limits = { leaseMs: aeat.timeoutMs + LEASE_MARGIN_MS, maxWaitSeconds: aeat.maxWaitSeconds };
    return {
      startedAt: begunAt,
      claimed: await claimSubmission(pool, chainId, begunAt, limits, activeLineage),
    };
  });
  if (claimed.kind === 'suspended') {
    if (!claimed.isKnownDatabase) {
      const { whySuperseded } = await tracker.look(pool);
      if (whySuperseded === null) await recordDatabase(context, startedAt);
    }
    // The next call compares a chain that was marked in the meantime.
    return { kind: 'wait', next: startedAt };
  }
  if (claimed.kind === 'wait') return { kind: 'wait', next: new Date(claimed.until) };
  if (claimed.kind !== 'claimed') return { kind: claimed.kind };

  return followEnvelope(context, claimed.claim, (traced, trace) =>
    sendClaimed(traced, claimed.claim, { startedAt, activeLineage, trace }),
  );
}

/**
 * Runs the work in the trace of the first batch of the envelope, with links to the traces of the
 * other batches.
 */
async function followEnvelope<T>(
  context: RemitContext,
  { chainId, organizationId, attempt, records }: Claim,
  work: (context: RemitContext, trace: Trace) => Promise<T>,
): Promise<T> {
  const { pool, traces, logger } = context;
  if (!traces.isOn) return work(context, NO_TRACE);
  const range = { first: records[0]!.sequence, last: records.at(-1)!.sequence };
  const [parent = null, ...links] = await listTraceparents(pool, chainId, range);
  const attributes = {
    'ibe.organization.id': organizationId,
    'ibe.chain.id': chainId,
    'ibe.attempt': attempt,
    'ibe.records': records.length,
  };
  return traces.follow('remit-records', { kind: 'consumer', parent, links, attributes }, (trace) =>
    work({ ...context, logger: logger.child(trace.ids) }, trace),
  );
}

type Sending = { readonly startedAt: Date; readonly activeLineage: string | null; readonly trace: Trace };

async function sendClaimed(
  context: RemitContext,
  claim: Claim,
  { startedAt, activeLineage, trace }: Sending,
): Promise<RemitResult> {
  const { pool, orm, aeat, now, tracker } = context;
  const { inUse } = await tracker.look(pool);
  if (activeLineage !== null && inUse !== null && inUse !== activeLineage) {
    const outcome = { ...NOT_SENT, reason: 'another_database', detail: LEFT_MEANWHILE } as const;
    return settle(context, claim, { startedAt, outcome, recognised: [], client: null });
  }
  const client = await openIssuerClient(orm, aeat, claim.organizationId, claim.issuer.nif, now());
  if (typeof client === 'string') {
    const outcome = { ...NOT_SENT, reason: 'certificate', detail: client } as const;
    return settle(context, claim, { startedAt, outcome, recognised: [], client: null });
  }
  await using open = client;
  const sendingUntil = new Date(startedAt.getTime() + 3 * aeat.timeoutMs + LEASE_MARGIN_MS);
  const recognised = await recogniseCorrections(pool, open, claim, aeat.timeoutMs, sendingUntil);
  // Uses the same clock as the worker that would take over.
  const leaseLeftMs = () => (recognised?.sendingUntil.getTime() ?? 0) - now().getTime();
  const outcome =
    decideNotToSend(claim, recognised) ??
    (await trace.within('POST AEAT', (sending) => submit(open, claim.request, leaseLeftMs, sending), {
      kind: 'client',
    }));
  const answers = recognised?.answers ?? [];
  // This must await, because `settle` still needs the client for AEAT's register.
  return await settle(context, claim, { startedAt, outcome, recognised: answers, client: open });
}

async function submit(
  client: AeatClient,
  request: Buffer,
  leaseLeftMs: () => number,
  trace: Trace,
): Promise<AttemptOutcome> {
  const outcome = await client.submit(request, leaseLeftMs);
  trace.note({
    'ibe.outcome': outcome.kind,
    'http.request.body.size': request.length,
    ...(outcome.status !== null && { 'http.response.status_code': outcome.status }),
  });
  return outcome;
}

const LEFT_MEANWHILE =
  'another database became active while the message was being built; this database must first be compared with AEAT';
const NOT_SENT = { kind: 'unknown', sent: false, status: null, serverDate: null, raw: null } as const;

/**
 * Returns the reason why an envelope is not sent after its corrections were looked up, or null when
 * it is sent. The next attempt sends the records that AEAT lacks in an envelope of their own.
 */
function decideNotToSend({ records }: Claim, recognised: Recognised | null): AttemptOutcome | null {
  if (recognised === null) {
    const detail =
      "AEAT's register did not show whether it already has the corrections, which must not be sent twice";
    return { ...NOT_SENT, reason: 'register_silent', detail };
  }
  const { length } = recognised.answers;
  if (length === 0) return null;
  const detail = `AEAT's register has ${length} of ${records.length} records of the envelope, which must not be sent again`;
  return { ...NOT_SENT, reason: 'registered', detail };
}

type Sent = {
  readonly startedAt: Date;
  readonly outcome: AttemptOutcome;
  /** Answers from AEAT's register before the message was sent. */
  readonly recognised: readonly NewRecordAnswer[];
  /** null when sending was not attempted. */
  readonly client: AeatClient | null;
};

async function settle(
  context: RemitContext,
  claim: Claim,
  { startedAt, outcome, recognised, client }: Sent,
): Promise<RemitResult> {
  const { pool, aeat, now, random } = context;
  const endedAt = now();
  const machineTime = Date.now();
  const judged = judgeAttempt(claim.records, outcome);
  const { duplicates, haltedReason, strangeLines } = judged;
  const known = new Set(recognised.map(({ sequence }) => sequence));
  const answers = [...recognised, ...judged.answers.filter(({ sequence }) => !known.has(sequence))];
  const attempt = await buildAttempt(outcome, startedAt, endedAt);
  // One time limit covers all queries together, and another one covers the last query.
  const sendingUntil = new Date(endedAt.getTime() + 2 * aeat.timeoutMs + LEASE_MARGIN_MS);
  await storeAttempt(pool, claim, attempt, answers, sendingUntil);
  const limitMs = Math.min(aeat.timeoutMs, LOOK_UP_MS);
  const found = client === null ? [] : await answerDuplicates(pool, client, claim, duplicates, limitMs);
  const ending = {
    outcome,
    haltedReason,
    answers: [...recognised, ...found],
    maxWaitSeconds: aeat.maxWaitSeconds,
    now: now(),
    random: random(),
  };
  const settled = await endTry(pool, claim, ending);
  const all = [...answers, ...found];
  reportAttempt(context, claim, {
    outcome,
    endedAt,
    machineTime,
    answers: all,
    haltedReason,
    strangeLines,
    settled,
  });
  return { kind: 'sent', answered: all.length, haltedReason, ...settled };
}
