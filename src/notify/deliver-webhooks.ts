import { SealError } from '../platform/secrets/seal-secret.ts';
import {
  type ClaimedEndpoint,
  claimEndpoint,
  releaseEndpoint,
  restEndpoint,
} from './statements/deliveries.ts';
import type { DeliverContext, DeliveryReport } from './delivering.ts';
import { runDeliveries } from './run-deliveries.ts';
import { unsealWebhookSecret } from './secrets.ts';

/**
 * Longer than the name lookup, a run and its last attempt together, so that no other worker sends
 * to an endpoint while its worker is alive.
 */
const LEASE_MS = 30_000;
/** The pause before an endpoint is tried again whose secret cannot be unsealed. */
const CLOSED_MS = 5 * 60_000;

const NOTHING: DeliveryReport = { delivered: 0, failed: 0, hasMore: false };

/**
 * Sends the events that wait for an endpoint. The events of a batch are sent in order, each after
 * the previous one was delivered or given up. A delivery is open until it is delivered, given up
 * after three days of failures, or dropped with its endpoint. If a run is repeated, an event that
 * was being sent is sent at most once more. A failure ends the run, and the endpoint is paused.
 */
export async function deliverWebhooks(context: DeliverContext, endpointId: number): Promise<DeliveryReport> {
  const { pool, now, tracker } = context;
  if ((await tracker.explain(pool)) !== null) return NOTHING;
  const until = new Date(now().getTime() + LEASE_MS);
  const endpoint = await claimEndpoint(pool, endpointId, now(), until);
  if (endpoint === null) return NOTHING;
  try {
    const secrets = await openSecrets(context, endpointId, endpoint);
    return secrets === null
      ? NOTHING
      : await runDeliveries(context, { ...endpoint, id: endpointId, secrets });
  } finally {
    await releaseEndpoint(pool, endpointId, until);
  }
}

/** Returns null if no key unseals the secrets. Then nothing is sent, and no event is given up. */
async function openSecrets(
  { pool, logger, now, webhooks }: DeliverContext,
  endpointId: number,
  endpoint: ClaimedEndpoint,
): Promise<string[] | null> {
  const { organizationId, sealedSecret, sealedPreviousSecret } = endpoint;
  const sealed = [sealedSecret, ...(sealedPreviousSecret === null ? [] : [sealedPreviousSecret])];
  try {
    return sealed.map((each) => unsealWebhookSecret(webhooks.keys, each, endpoint));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    await restEndpoint(pool, endpointId, now(), new Date(now().getTime() + CLOSED_MS), 0);
    const why = error.message;
    logger.error(
      { organizationId, endpointId, why },
      'A webhook endpoint receives no events because its secret cannot be decrypted: start the worker with the CERTIFICATE_KEY that encrypted it',
    );
    return null;
  }
}
