import { Counter, type Registry } from 'prom-client';

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;

/** Creates the metrics of a worker that delivers webhooks. */
export function createWebhookMetrics(registry: Registry) {
  const registers = [registry];
  return {
    webhookAttempts: new Counter({
      name: 'invoice_engine_webhook_attempts_total',
      help: 'Number of attempts to deliver a webhook, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    webhooksGivenUp: new Counter({
      name: 'invoice_engine_webhooks_given_up_total',
      help: 'Number of webhooks that were given up because they could not be delivered for three days',
      registers,
    }),
  };
}
