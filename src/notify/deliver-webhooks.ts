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

/** Longer than looking up its name, a run and its last try: nobody sends for an endpoint whose worker lives. */
const LEASE_MS = 30_000;
/** Until an endpoint is looked at again whose secret does not open. */
const CLOSED_MS = 5 * 60_000;

const NOTHING: DeliveryReport = { delivered: 0, failed: 0, hasMore: false };

/**
 * Sends what waits for an endpoint: of each batch one event after the other, each when the one before was taken or given up. Running it twice sends
 * at most once more what was under way. One failure ends the run: the endpoint rests.
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

/** Null where no key opens them: nothing is tried, so nothing is given up. */
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
      'A webhook endpoint gets nothing: the key that sealed its secret is not set (CERTIFICATE_KEY)',
    );
    return null;
  }
}
