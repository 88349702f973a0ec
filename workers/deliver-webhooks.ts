import type { DeliverWebhooksJob } from '../src/contracts/jobs.ts';
import { deliverWebhooks } from '../src/notify/deliver-webhooks.ts';
import type { DeliverContext } from '../src/notify/delivering.ts';
import { Snooze } from './job-outcomes.ts';

/** Sends what waits for an endpoint, for a while; then others have their turn. What comes later the reconciler finds. */
export function buildDeliverWebhooks(context: DeliverContext) {
  return async (job: DeliverWebhooksJob): Promise<object> => {
    const { delivered, failed, hasMore } = await deliverWebhooks(context, job.endpointId);
    return hasMore ? new Snooze(context.now(), job, { work: 1 }) : { delivered, failed };
  };
}
