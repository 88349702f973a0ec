import { type Static, type TSchema, Type } from 'typebox';
import { instant, nullable, wordOf } from './answers.ts';
import { BATCH_STATUSES, VERIFACTU_STATES } from './codes.ts';

/** The final outcomes of a delivery. */
export const DELIVERY_OUTCOMES = ['delivered', 'given_up', 'dropped'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/*
 * The posted bodies. Their schemas allow further members: receivers must ignore unknown members, so
 * that later versions can add some.
 */

const batchMembers = {
  id: Type.Integer({ minimum: 1, description: 'Id of the batch, for requests to the API.' }),
  external_batch_id: nullable(Type.String({ description: 'Your own label of the batch, as you sent it.' })),
};

const FinishedBatch = Type.Object(
  {
    ...batchMembers,
    status: wordOf(
      BATCH_STATUSES.filter((status) => status !== 'received' && status !== 'processing'),
      {
        description:
          'Final status of the batch: all invoices were issued (`processed`), some were (`processed_with_errors`), or none was (`failed`).',
      },
    ),
    invoices_count: Type.Integer({ minimum: 1, description: 'Number of invoices in the batch.' }),
    processed_count: Type.Integer({ minimum: 0, description: 'Number of issued invoices.' }),
    failed_count: Type.Integer({ minimum: 0, description: 'Number of failed invoices.' }),
  },
  { title: 'FinishedBatch', description: 'The batch with its final status and counts.' },
);

const RenderedBatch = Type.Object(
  {
    ...batchMembers,
    pdfs_count: Type.Integer({ minimum: 1, description: 'Number of PDFs: one for each issued invoice.' }),
  },
  { title: 'RenderedBatch', description: 'The batch with the number of its PDFs.' },
);

const EventBatch = Type.Object(batchMembers, {
  title: 'EventBatch',
  description: 'The batch that contains the invoice.',
});

const invoiceMembers = {
  id: Type.Integer({ minimum: 1, description: 'Id of the batch invoice, for requests to the API.' }),
  external_invoice_id: nullable(Type.String({ description: 'Your own id of the invoice, as you sent it.' })),
  invoice_number: Type.String({ description: 'Number of the issued invoice.' }),
};

const AnsweredInvoice = Type.Object(
  {
    ...invoiceMembers,
    verifactu_state: wordOf(
      VERIFACTU_STATES.filter((state) => state !== 'remission'),
      { description: 'State of the registration record after the answer.' },
    ),
    aeat_code: nullable(Type.Integer({ description: "AEAT's error code; null if AEAT gave none." })),
    aeat_message: nullable(
      Type.String({
        description:
          "AEAT's description of the error, in Spanish. It can contain the name or the NIF concerned.",
      }),
    ),
  },
  { title: 'AnsweredInvoice', description: "The invoice and AEAT's answer to its registration record." },
);

const FailedInvoice = Type.Object(
  {
    ...invoiceMembers,
    invoice_number: nullable(Type.String({ description: 'Number of the invoice, as you sent it.' })),
    processing_status: wordOf(['failed'], { description: 'The API returns the reason: `processing_error`.' }),
  },
  { title: 'FailedInvoice', description: 'The invoice that is not issued.' },
);

const AnnulledInvoice = Type.Object(
  {
    ...invoiceMembers,
    annulled_at: Type.String({
      ...instant,
      description: 'When the invoice was annulled: UTC, whole seconds.',
    }),
  },
  { title: 'AnnulledInvoice', description: 'The invoice and the time of its annulment.' },
);

/** The version of the form of the events' `data`. */
export const PAYLOAD_VERSION = 1;

/** @param type of the event. `batch.pdfs_ready` is documented as BatchPdfsReadyEvent. */
function eventOf<E extends string, D extends Record<string, TSchema>>(type: E, description: string, data: D) {
  const title = `${type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())}Event`;
  return Type.Object(
    {
      type: wordOf([type], { description: 'Type of the event.' }),
      version: Type.Integer({
        minimum: 1,
        description:
          'Version of the form of `data`. Members can be added to a version; none is removed or renamed, and none changes its meaning.',
        examples: [PAYLOAD_VERSION],
      }),
      timestamp: Type.String({
        format: 'date-time',
        description:
          'When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.',
        examples: ['2026-11-20T09:30:00.000Z'],
      }),
      data: Type.Object(data, {
        title: `${title}Data`,
        description: 'Ids and states, but no personal data.',
      }),
    },
    { title, description },
  );
}

const answered = { invoice_batch: EventBatch, batch_invoice: AnsweredInvoice };

/**
 * The body of each type of event, with what the OpenAPI document says of it. The database creates
 * the events and the members of `data` (migrations/0008-webhooks.sql and
 * 0014-reads-of-version-2.sql).
 */
export const WEBHOOK_BODIES = {
  'batch.finished': eventOf('batch.finished', 'Every invoice of a batch has been issued or has failed.', {
    invoice_batch: FinishedBatch,
  }),
  'batch.pdfs_ready': eventOf(
    'batch.pdfs_ready',
    'The PDFs of all issued invoices of a batch can be downloaded. The event is not sent if PDFs are rendered on demand or if no invoice was issued.',
    { invoice_batch: RenderedBatch },
  ),
  'invoice.failed': eventOf(
    'invoice.failed',
    'An invoice is not issued, because a rule refused it. The event is sent when the batch is processed, before `batch.finished`, also for invoices that the answer to the creation already refused.',
    { invoice_batch: EventBatch, batch_invoice: FailedInvoice },
  ),
  'invoice.accepted': eventOf(
    'invoice.accepted',
    'AEAT has accepted the registration record of an invoice.',
    answered,
  ),
  'invoice.accepted_with_errors': eventOf(
    'invoice.accepted_with_errors',
    'AEAT has accepted the registration record of an invoice and found errors in it.',
    answered,
  ),
  'invoice.rejected': eventOf(
    'invoice.rejected',
    'AEAT has rejected the registration record of an invoice.',
    answered,
  ),
  'invoice.annulled': eventOf(
    'invoice.annulled',
    'An invoice was annulled. Its annulment record is sent to AEAT next.',
    { invoice_batch: EventBatch, batch_invoice: AnnulledInvoice },
  ),
  'webhook.test': eventOf(
    'webhook.test',
    'A test that `POST /api/v2/webhook_endpoints/{id}/test` requested. It is sent regardless of the event types that the endpoint receives.',
    {
      webhook_endpoint: Type.Object(
        { id: Type.Integer({ minimum: 1, description: 'Id of the endpoint.' }) },
        { title: 'TestedEndpoint', description: 'The endpoint that is tested.' },
      ),
    },
  ),
};
export type WebhookEvent = keyof typeof WEBHOOK_BODIES;
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_BODIES) as WebhookEvent[];

/** The types of the events that are listed: all but tests, which concern one endpoint. */
export type ListedEvent = Exclude<WebhookEvent, 'webhook.test'>;
export const LISTED_EVENTS = WEBHOOK_EVENTS.filter((type) => type !== 'webhook.test');
/** Days for which events are listed and can be replayed. */
export const EVENT_DAYS = 90;
/** Maximum number of events that one request replays. */
export const MAX_REPLAYED_EVENTS = 1000;

/** Maximum number of endpoints of an organization. */
export const MAX_ENDPOINTS = 10;
/** Maximum number of hours for which a replaced secret also signs. */
export const MAX_SECRET_HOURS = 720;
export const DEFAULT_SECRET_HOURS = 24;

/** The body of a request to a webhook endpoint. */
export type WebhookBody = Static<(typeof WEBHOOK_BODIES)[WebhookEvent]>;
