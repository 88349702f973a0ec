import type { Dependencies } from '../dependencies.ts';

/** Has the waiting events of an endpoint delivered now. If the job is lost, the reconciler sees them. */
export type Delivery = (organizationId: number, endpointId: number) => void;

/** Creates the deliveries of a process. */
export function createDelivery({
  jobQueues,
  metrics,
  logger,
}: Pick<Dependencies, 'jobQueues' | 'metrics' | 'logger'>): Delivery {
  return (organizationId, endpointId) => {
    jobQueues
      .send([{ name: 'deliver-webhooks', payload: { organizationId, endpointId }, work: 1 }])
      .catch((error: unknown) => {
        metrics.enqueueFailures.inc();
        logger.warn(
          { err: error, endpointId },
          'A job could not be enqueued; the reconciler will deliver the events',
        );
      });
  };
}
