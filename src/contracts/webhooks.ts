/** What a webhook endpoint can be told of. The database makes these names (migrations/0025). */
export const WEBHOOK_EVENTS = [
  'batch.finished',
  'invoice.accepted',
  'invoice.accepted_with_errors',
  'invoice.rejected',
  'invoice.annulled',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How a delivery ended. */
export const DELIVERY_OUTCOMES = ['delivered', 'given_up', 'dropped'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
