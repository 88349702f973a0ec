import type { DeliverWebhooksJob } from '../src/contracts/jobs.ts';
import { deliverWebhooks } from '../src/notify/deliver-webhooks.ts';
import type { DeliverContext } from '../src/notify/delivering.ts';
import { Snooze } from './job-outcomes.ts';

/**
 * Sends the pending events of an endpoint for a limited time. If events remain, the job snoozes and
 * other endpoints get their turn. The reconciler finds events that arrive later.
 */
export function buildDeliverWebhooks(context: DeliverContext) {
  return async (job: DeliverWebhooksJob): Promise<object> => {
    const { delivered, failed, hasMore } = await deliverWebhooks(context, job.endpointId);
    return hasMore ? new Snooze(context.now(), job, { work: 1 }) : { delivered, failed };
  };
}
