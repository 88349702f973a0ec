import type { Pool } from 'pg';
import type { AeatClient } from './aeat/open-aeat-client.ts';
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
  /** From 0 to 1. */
  readonly random: () => number;
  readonly aeat: AeatSettings;
  /** Envelopes of a process are put together one after the other: each takes some forty megabytes until it is. */
  readonly inLine: Mutex;
  /** Tells which database is in use, and notes how far its log goes: a copy of it that lacks what AEAT is about to get is told by that. */
  readonly tracker: PrimaryTracker;
};

export type RemitResult =
  /** Nothing to send, halted, or somebody else is sending. */
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  /** `why`: where AEAT was asked about the chain just now and did not tell. */
  | { readonly kind: 'wait'; readonly next: Date; readonly why?: string }
  /** AEAT knows more of the chain than the database, of which a backup was restored: the chain was halted. */
  | { readonly kind: 'ahead'; readonly reason: string }
  /** AEAT answered all records, some, or none. */
  | ({
      readonly kind: 'sent';
      readonly answered: number;
      /** Why the chain was halted by this. */
      readonly haltedReason: string | null;
    } & Settled);

/** No question about duplicates begins after so long: the next try goes on where this one ends, and other chains have their turns. */
const LOOK_UP_MS = 20_000;
/** Beyond the message's own time limit, for what is done before and after it. */
const LEASE_MARGIN_MS = 15_000;

/**
 * Sends a chain's next envelope, if it may go now, and stores what AEAT says. One envelope per call; calling it twice, or in two workers at
 * once, sends nothing twice at the same time: see `claimSubmission`. A process that was stopped meanwhile sends nothing after its lease.
 * @param onProgress hears how far the chain's comparison with AEAT has come, where it is compared first.
 * @throws when the database is away. Whatever AEAT or the network does is a result.
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
  const { startedAt, claimed } = await context.inLine(async () => {
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
    // What was marked while this went is compared by the next call.
    return { kind: 'wait', next: startedAt };
  }
  if (claimed.kind === 'wait') return { kind: 'wait', next: new Date(claimed.until) };
  if (claimed.kind !== 'claimed') return { kind: claimed.kind };

  return followEnvelope(context, claimed.claim, (traced, trace) =>
    sendClaimed(traced, claimed.claim, { startedAt, activeLineage, trace }),
  );
}

/** Sends an envelope as a part of the trace of its first batch, linked with those of the others. */
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
  // By the clock that whoever takes over goes by.
  const leaseLeftMs = () => (recognised?.sendingUntil.getTime() ?? 0) - now().getTime();
  const outcome =
    decideNotToSend(claim, recognised) ??
    (await trace.within('POST AEAT', (sending) => submit(open, claim.request, leaseLeftMs, sending), {
      kind: 'client',
    }));
  const answers = recognised?.answers ?? [];
  // Awaited here: the client is still needed for AEAT's register.
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
  'another database was taken into use while the message was made: it has to tell first what it sent';
const NOT_SENT = { kind: 'unknown', sent: false, status: null, serverDate: null, raw: null } as const;

/** Why an envelope does not go again after its corrections were looked up; null when it goes. What AEAT does not have goes with the next try, alone. */
function decideNotToSend({ records }: Claim, recognised: Recognised | null): AttemptOutcome | null {
  if (recognised === null) {
    const detail = "AEAT's register did not tell whether it has the corrections: they must not go twice";
    return { ...NOT_SENT, reason: 'register_silent', detail };
  }
  const { length } = recognised.answers;
  if (length === 0) return null;
  const detail = `AEAT's register has ${length} of ${records.length} records of the envelope: they must not go again`;
  return { ...NOT_SENT, reason: 'registered', detail };
}

type Sent = {
  readonly startedAt: Date;
  readonly outcome: AttemptOutcome;
  /** Answers that AEAT's register gave beforehand. */
  readonly recognised: readonly NewRecordAnswer[];
  /** null where the message was not even tried. */
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
  // One time limit for the queries as a whole, one for the last of them.
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
