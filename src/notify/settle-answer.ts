import { findEndOfRest, findNextTry, GIVEN_UP_AFTER_MS } from './backoff.ts';
import {
  disableEndpoint,
  endDelivery,
  giveUpOld,
  recordFailedDelivery,
  recordWorkingEndpoint,
  type OpenEvent,
  restEndpoint,
} from './statements/deliveries.ts';
import type { DeliverContext, OpenEndpoint, Run } from './delivering.ts';
import type { Answer } from './post-message.ts';

/**
 * Records the outcome of an attempt.
 * @returns the next event of the batch if it may be sent now; otherwise null.
 */
export async function settleAnswer(
  context: DeliverContext,
  endpoint: OpenEndpoint,
  run: Run,
  event: OpenEvent,
  answer: Answer,
): Promise<OpenEvent | null> {
  const { pool, now, metrics } = context;
  metrics.webhookAttempts.inc({ outcome: answer.kind });
  if (answer.kind === 'taken') {
    run.delivered += 1;
    if (run.failures > 0) await recordWorkingEndpoint(pool, endpoint.id);
    run.failures = 0;
    return endDelivery(pool, endpoint.id, event, now());
  }
  if (answer.kind === 'gone') await settleGone(context, endpoint);
  else await settleFailure(context, endpoint, run, event, answer);
  run.failed += 1;
  run.isOver = true;
  return null;
}

async function settleGone({ pool, now, logger }: DeliverContext, endpoint: OpenEndpoint): Promise<void> {
  const dropped = await disableEndpoint(pool, endpoint.id, now());
  logger.warn(
    { ...name(endpoint), dropped },
    'A webhook endpoint answered 410 Gone and is disabled; it receives no events until an operator enables it (npm run engine -- webhooks enable)',
  );
}

async function settleFailure(
  context: DeliverContext,
  endpoint: OpenEndpoint,
  run: Run,
  { eventId, messageId, attempts, firstFailedAt }: OpenEvent,
  { why, askedForMs }: Extract<Answer, { kind: 'failed' }>,
): Promise<void> {
  const { pool, logger, random } = context;
  const now = context.now();
  const failed = { now, random: random(), askedForMs };
  const since = new Date(firstFailedAt ?? now.getTime());
  const next = findNextTry(since, { ...failed, failures: attempts + 1 });
  await recordFailedDelivery(pool, endpoint.id, eventId, { now, next, why });
  const about = { ...name(endpoint), messageId, why };
  if (next === null) reportGivenUp(context, about, 1);
  // Attempts that fail in parallel count as one failure of the endpoint.
  if (run.isOver) return;
  run.isOver = true;
  run.failures += 1;
  await restEndpoint(pool, endpoint.id, now, findEndOfRest({ ...failed, failures: run.failures }));
  if (run.failures === 1) logger.info({ ...about, next }, 'A webhook could not be delivered; it is retried');
  // An event that is always refused proves nothing about the events behind it. If another event
  // fails too, the endpoint is at fault.
  if (attempts > 0) return;
  const givenUp = await giveUpOld(pool, endpoint.id, now, new Date(now.getTime() - GIVEN_UP_AFTER_MS));
  if (givenUp > 0) reportGivenUp(context, about, givenUp);
}

function reportGivenUp({ logger, metrics }: DeliverContext, about: object, events: number): void {
  metrics.webhooksGivenUp.inc(events);
  logger.warn(
    { ...about, events },
    'Webhooks are given up because they could not be delivered for three days (npm run engine -- webhooks deliveries --failed, then replay)',
  );
}

const name = ({ id, organizationId }: OpenEndpoint) => ({ organizationId, endpointId: id });
