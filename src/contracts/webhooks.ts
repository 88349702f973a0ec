import { type Static, type TSchema, Type } from 'typebox';
import { instant, nullable, wordOf } from './answers.ts';
import { BATCH_STATUSES, VERIFACTU_STATES } from './codes.ts';

/** What a webhook endpoint can be told of. The database makes these names and the members of `data` (migrations/0008-webhooks.sql). */
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

/* The bodies that are posted. They are not closed: a receiver ignores members that it does not know, so that later versions can add some. */

const batchMembers = {
  id: Type.Integer({ minimum: 1, description: 'Id of the batch, under which the API reads it.' }),
  external_batch_id: nullable(Type.String({ description: 'As the client sent it.' })),
};

const FinishedBatch = Type.Object(
  {
    ...batchMembers,
    status: wordOf(
      BATCH_STATUSES.filter((status) => status !== 'received' && status !== 'processing'),
      { description: 'All invoices are issued (`processed`), some are, or none is (`failed`).' },
    ),
    invoices_count: Type.Integer({ minimum: 1, description: 'Every invoice of the batch.' }),
    processed_count: Type.Integer({ minimum: 0, description: 'Those that are issued.' }),
    failed_count: Type.Integer({ minimum: 0, description: 'Those that failed.' }),
  },
  { title: 'FinishedBatch', description: 'The batch with its final status and its counts.' },
);

const EventBatch = Type.Object(batchMembers, {
  title: 'EventBatch',
  description: 'The batch of the invoice.',
});

const invoiceMembers = {
  id: Type.Integer({ minimum: 1, description: 'Id of the batch invoice, under which the API reads it.' }),
  external_invoice_id: nullable(Type.String({ description: 'As the client sent it.' })),
  invoice_number: Type.String({ description: 'Number of the issued invoice.' }),
};

const AnsweredInvoice = Type.Object(
  {
    ...invoiceMembers,
    verifactu_state: wordOf(
      VERIFACTU_STATES.filter((state) => state !== 'remission'),
      { description: 'The state that the API tells from now on.' },
    ),
    aeat_code: nullable(Type.Integer({ description: "AEAT's error code; null where AEAT gave none." })),
    aeat_message: nullable(
      Type.String({
        description:
          "AEAT's description of the error, in Spanish; it may repeat the name or the NIF that it is about.",
      }),
    ),
  },
  { title: 'AnsweredInvoice', description: "The invoice and AEAT's answer to its registration record." },
);

const AnnulledInvoice = Type.Object(
  {
    ...invoiceMembers,
    annulled_at: Type.String({ ...instant, description: 'When it was annulled: UTC, whole seconds.' }),
  },
  { title: 'AnnulledInvoice', description: 'The invoice and when it was annulled.' },
);

const eventOf = <E extends WebhookEvent, D extends Record<string, TSchema>>(
  type: E,
  title: string,
  description: string,
  data: D,
) =>
  Type.Object(
    {
      type: wordOf([type], { description: 'What happened.' }),
      timestamp: Type.String({
        format: 'date-time',
        description: 'When it happened: UTC, with milliseconds. It is the same in every attempt.',
        examples: ['2026-11-20T09:30:00.000Z'],
      }),
      data: Type.Object(data, { title: `${title}Data`, description: 'Ids and states, no personal data.' }),
    },
    { title, description },
  );

const answered = { invoice_batch: EventBatch, batch_invoice: AnsweredInvoice };

/** The body of each event. Title and description are those of the OpenAPI document. */
export const WEBHOOK_BODIES = {
  'batch.finished': eventOf(
    'batch.finished',
    'BatchFinishedEvent',
    'All invoices of a batch are issued or have failed.',
    { invoice_batch: FinishedBatch },
  ),
  'invoice.accepted': eventOf(
    'invoice.accepted',
    'InvoiceAcceptedEvent',
    'AEAT has accepted the registration record of an invoice.',
    answered,
  ),
  'invoice.accepted_with_errors': eventOf(
    'invoice.accepted_with_errors',
    'InvoiceAcceptedWithErrorsEvent',
    'AEAT has accepted the registration record of an invoice and found errors in it.',
    answered,
  ),
  'invoice.rejected': eventOf(
    'invoice.rejected',
    'InvoiceRejectedEvent',
    'AEAT has rejected the registration record of an invoice.',
    answered,
  ),
  'invoice.annulled': eventOf(
    'invoice.annulled',
    'InvoiceAnnulledEvent',
    'An invoice was annulled. AEAT is told next.',
    { invoice_batch: EventBatch, batch_invoice: AnnulledInvoice },
  ),
} satisfies Record<WebhookEvent, TSchema>;

/** A body that is posted to a webhook endpoint. */
export type WebhookBody = Static<(typeof WEBHOOK_BODIES)[WebhookEvent]>;
