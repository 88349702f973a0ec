import type { Pool } from 'pg';
import type { Orm } from '../../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../../platform/postgres/lineage/primary-tracker.ts';
import { recordDatabase } from '../../platform/process/record-database.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { judgeAll, submit } from './ask-spfe.ts';
import { claimRequest, type SpfeClaim } from './claim-request.ts';
import {
  judgeFound,
  judgeSubmission,
  judgeUnanswered,
  judgeUnasked,
  type RequestJudgement,
} from './judge-request.ts';
import { recordOutcome } from './outages.ts';
import { type Acknowledged, settleRequest, storeAnswer } from './settle-request.ts';
import type { SpfeMetrics } from './spfe-metrics.ts';
import type { SpfeTiming } from './timing.ts';
import { openTransport, type TransportContext } from './transport/open-transport.ts';
import type { SpfeOutcome, SpfeTransport } from './transport/spfe-transport.ts';

export type SpfeContext = TransportContext & {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  readonly metrics: SpfeMetrics;
  /** Random number from 0 to 1, for the backoff. */
  readonly random: () => number;
  readonly tracker: PrimaryTracker;
  readonly timing: SpfeTiming;
};

export type AdvanceResult =
  /** As for `SpfeClaimResult`; `late` if another worker decided about the request meanwhile. */
  | { readonly kind: 'nothing' | 'halted' | 'comparing' | 'busy' }
  | { readonly kind: 'wait'; readonly next: Date }
  | {
      readonly kind: 'sent';
      readonly service: SpfeClaim['service'];
      readonly outcome: SpfeOutcome<unknown>['kind'] | 'late';
      readonly haltedReason: string | null;
      readonly next: Date;
    };

type Ended = { readonly outcome: SpfeOutcome<Acknowledged>; readonly judgement: RequestJudgement };
const LEFT_MEANWHILE = 'another database became active while the request was being built';

/**
 * Sends the next request of an issuer to the SPFE, if one may be sent now, and stores what became of
 * each of its members. Nothing whose outcome is unknown is sent again before the SPFE was asked about
 * it. Concurrent calls, even in two workers, never send the same delivery at the same time.
 * States of a call: claim → send → store the answer → settle.
 * @throws when the database is unavailable. Every failure of AEAT or the network is a result.
 */
export async function advanceIssuer(
  context: SpfeContext,
  issuer: { readonly organizationId: number; readonly issuerNif: string },
): Promise<AdvanceResult> {
  const { pool, now, tracker, timing, aeat } = context;
  const activeLineage = await tracker.recall();
  const limits = { timeoutMs: aeat.timeoutMs, timing };
  const startedAt = now();
  const claimed = await claimRequest(pool, issuer, startedAt, limits, activeLineage);
  if (claimed.kind === 'suspended') {
    const { whySuperseded } = await tracker.look(pool);
    if (whySuperseded === null) await recordDatabase(context, startedAt);
    return { kind: 'wait', next: startedAt };
  }
  if (claimed.kind === 'wait') return { kind: 'wait', next: claimed.until };
  if (claimed.kind !== 'claimed') return { kind: claimed.kind };
  const { claim } = claimed;
  const { inUse } = await tracker.look(pool);
  if (activeLineage !== null && inUse !== null && inUse !== activeLineage)
    return end(context, claim, refuseAll(context, claim, 'late', LEFT_MEANWHILE));
  const transport = await openTransport(context, claim.organizationId, claim.issuer.nif);
  if (typeof transport === 'string')
    return end(context, claim, refuseAll(context, claim, 'certificate', transport));
  await using open = transport;
  return await end(context, claim, await ask(context, claim, open));
}

/** Sends a request and judges its outcome. */
async function ask(context: SpfeContext, claim: SpfeClaim, transport: SpfeTransport): Promise<Ended> {
  const { pool, now, timing } = context;
  if (claim.service !== 'find') {
    const leaseLeftMs = () => claim.sendingUntil.getTime() - now().getTime();
    const outcome = await submit(transport, claim, leaseLeftMs);
    await storeAnswer(pool, claim, outcome);
    return { outcome, judgement: judgeSubmission(claim.members, outcome, now(), timing) };
  }
  const askedAt = now();
  const outcome = await transport.find(claim.members);
  await storeAnswer(pool, claim, nameAnswer(outcome));
  if (outcome.kind !== 'answered') return { outcome, judgement: judgeUnasked(claim.members, outcome, now()) };
  const { answer } = outcome;
  const verdictOf = await judgeAll(pool, transport, claim, answer);
  const judgement = judgeFound(claim.members, verdictOf, answer.id, { askedAt, at: now() }, timing);
  return { outcome: nameAnswer(outcome), judgement };
}

/** A query is acknowledged by its own identifier. */
function nameAnswer(outcome: SpfeOutcome<{ readonly id: string | null }>): SpfeOutcome<Acknowledged> {
  return outcome.kind === 'answered' ? { ...outcome, answer: { csv: outcome.answer.id } } : outcome;
}

/** Ends a request of which nothing was sent. */
function refuseAll(
  { now, timing }: SpfeContext,
  { service, members }: SpfeClaim,
  reason: 'certificate' | 'late',
  detail: string,
): Ended {
  const outcome = { kind: 'not_sent', reason, detail } as const;
  return { outcome, judgement: judgeUnanswered(service, members, outcome, now(), timing) };
}

async function end(
  { pool, logger, metrics, now, random }: SpfeContext,
  claim: SpfeClaim,
  { outcome, judgement }: Ended,
): Promise<AdvanceResult> {
  const { organizationId, requestId, service, members } = claim;
  await recordOutcome(pool, outcome, now());
  const settled = await settleRequest(pool, claim, outcome, judgement, { now: now(), random: random() });
  const isLate = settled.kind === 'late';
  const { haltedReason, strange } = judgement;
  const named = isLate ? 'late' : haltedReason === null ? outcome.kind : 'halted';
  metrics.spfeRequests.inc({ service, outcome: named });
  // AEAT's texts contain names, so the log has only codes.
  const about = { organizationId, requestId, service, members: members.length, outcome: named };
  if (isLate) {
    logger.warn(about, 'The answer of the SPFE came after the lease of its request, and changes nothing');
    return { kind: 'sent', service, outcome: 'late', haltedReason: null, next: now() };
  }
  for (const { verdict } of judgement.settled) metrics.spfeMembers.inc({ verdict });
  const { failures, next } = settled;
  if (strange.length > 0)
    logger.error(
      { ...about, strange: strange.length },
      'The SPFE answered about documents that were not sent',
    );
  if (haltedReason !== null)
    logger.error(about, 'The SPFE refused an issuer: nothing more is sent until an operator resumes it');
  else if (failures > 0)
    logger.warn(
      { ...about, failures, next },
      'A request to the SPFE settled nothing and is followed by another one',
    );
  else logger.info(about, 'A request to the SPFE was settled');
  return { kind: 'sent', service, outcome: outcome.kind, haltedReason, next };
}
