import { Counter, type Registry } from 'prom-client';

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;

/** Creates the metrics of a worker that delivers webhooks. */
export function createWebhookMetrics(registry: Registry) {
  const registers = [registry];
  return {
    webhookAttempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Tries to deliver a webhook, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    webhooksGivenUp: new Counter({
      name: 'webhooks_given_up_total',
      help: 'Webhooks that were not taken for three days',
      registers,
    }),
  };
}
