import { listDueHeads, type OpenEvent } from './statements/deliveries.ts';
import { buildMessage } from './build-message.ts';
import { findUrlFault } from './check-url.ts';
import type { DeliverContext, DeliveryReport, OpenEndpoint, Run } from './delivering.ts';
import { openAgent } from './open-agent.ts';
import { type Answer, postMessage } from './post-message.ts';
import { settleAnswer } from './settle-answer.ts';

/** The number of batches of an endpoint whose events are sent at the same time. */
const DELIVERERS = 4;
const HEADS = 100;
/** The time limit of a run in milliseconds, after which other endpoints get their turn. */
const RUN_MS = 5000;

/**
 * Sends the due events of an endpoint, for several batches in parallel. If the last attempt failed,
 * it first sends a single event. The host name is resolved once, before the time limit of the first
 * event starts. Waiting for another lookup of the organization therefore does not count as a
 * failure of this endpoint.
 */
export async function runDeliveries(
  context: DeliverContext,
  endpoint: OpenEndpoint,
): Promise<DeliveryReport> {
  const { pool, now, webhooks } = context;
  const found = await webhooks.names.find(endpoint.organizationId, new URL(endpoint.url).hostname);
  if (found.kind === 'busy') return { delivered: 0, failed: 0, hasMore: true };
  const heads = await listDueHeads(pool, endpoint.id, now(), HEADS);
  const queue = [...heads];
  const run: Run = { failures: endpoint.failures, delivered: 0, failed: 0, isOver: false };
  const endsAt = performance.now() + RUN_MS;
  const mayGoOn = () => !run.isOver && performance.now() < endsAt;
  const { allowsPrivate } = webhooks;
  const resolve = async () => {
    if (found.kind === 'failed') throw new Error(found.why);
    return found.addresses;
  };
  const agent = openAgent(endpoint.url, { allowsPrivate, connections: DELIVERERS, resolve });
  // Settings may have changed since the endpoint was added.
  const fault = findUrlFault(endpoint.url, allowsPrivate);
  const post = (event: OpenEvent): Answer | Promise<Answer> => {
    if (fault !== null) return { kind: 'failed', why: `its address ${fault.en}`, askedForMs: null };
    const { timeoutMs } = webhooks;
    const { url, payloadVersion, secrets } = endpoint;
    const message = buildMessage(event, payloadVersion, secrets, now());
    return postMessage(url, message, { agent, timeoutMs, now });
  };
  const send = async (event: OpenEvent) => settleAnswer(context, endpoint, run, event, await post(event));
  const runDeliverer = async (): Promise<void> => {
    while (mayGoOn()) {
      let next = queue.shift() ?? null;
      if (next === null) return;
      while (next !== null && mayGoOn()) next = await send(next);
    }
  };
  try {
    const first = run.failures > 0 ? queue.shift() : undefined;
    const second = first === undefined ? null : await send(first);
    if (second !== null) queue.unshift(second);
    await Promise.all(Array.from({ length: DELIVERERS }, runDeliverer));
  } finally {
    agent.destroy();
  }
  const hasMore = !run.isOver && (performance.now() >= endsAt || heads.length === HEADS);
  return { delivered: run.delivered, failed: run.failed, hasMore };
}
