import { type TSchema, Type } from 'typebox';
import { instant, nullable, wordOf } from './answers.ts';
import { BATCH_STATUSES, RECORDED_MEANS, VERIFACTU_STATES } from './codes.ts';
import { SII_KINDS } from './registers.ts';
import { SPFE_OVERDUE_HOURS } from './spfe.ts';
import {
  AdmittedDelivery,
  invoiceMembers,
  OverdueDelivery,
  PaidByRecipient,
  RejectedByRecipient,
  RejectedDelivery,
  WithdrawnDelivery,
} from './webhook-deliveries.ts';

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

const aeatError = {
  aeat_code: nullable(Type.Integer({ description: "AEAT's error code; null if AEAT gave none." })),
  aeat_message: nullable(
    Type.String({
      description:
        "AEAT's description of the error, in Spanish. It can contain the name or the NIF concerned.",
    }),
  ),
};

const AnsweredInvoice = Type.Object(
  {
    ...invoiceMembers,
    verifactu_state: wordOf(
      VERIFACTU_STATES.filter((state) => state !== 'remission'),
      { description: 'State of the registration record after the answer.' },
    ),
    ...aeatError,
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

const AnsweredEntry = Type.Object(
  {
    ...invoiceMembers,
    sii_state: wordOf(['accepted', 'accepted_with_errors', 'rejected'], {
      description: 'State of the entry in SII after the answer.',
    }),
    sii_kind: wordOf(SII_KINDS, {
      description:
        'What AEAT answered: `A0` adds the entry, `A1` replaces it, and `baja` withdraws it (only if AEAT refused that).',
    }),
    ...aeatError,
  },
  { title: 'AnsweredEntry', description: "The invoice and AEAT's answer to its entry in SII." },
);

const DueEntry = Type.Object(
  {
    ...invoiceMembers,
    due_by: Type.String({
      format: 'date',
      examples: ['2026-11-26'],
      description: 'Last day on which the entry may be sent (RIVA, art. 69 bis), in Madrid.',
    }),
  },
  { title: 'DueEntry', description: 'The invoice and the deadline of its entry in SII.' },
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

const PaidInvoice = Type.Object(invoiceMembers, {
  title: 'PaidInvoice',
  description: 'The invoice that the payment is for.',
});

const amount = { pattern: '^-?[0-9]+\\.[0-9]{2}$' };

const EventPayment = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the payment, for requests to the API.' }),
    date: Type.String({ format: 'date', examples: ['2026-11-25'], description: 'Day of the payment.' }),
    amount: Type.String({
      ...amount,
      examples: ['121.00'],
      description: 'Amount, which a counter-entry has with the opposite sign.',
    }),
    currency: Type.String({ examples: ['EUR'], description: 'Currency of the invoice: ISO 4217.' }),
    means: wordOf(RECORDED_MEANS, { description: 'Means of payment.' }),
    outstanding_amount: Type.String({
      ...amount,
      examples: ['0.00'],
      description: 'What is left to pay of the invoice after it.',
    }),
    reverses: nullable(
      Type.Integer({ minimum: 1, description: 'Id of the payment that a counter-entry cancels.' }),
    ),
  },
  { title: 'EventPayment', description: 'The payment or counter-entry that was recorded.' },
);

/**
 * The versions of the form of the events' `data` (ops/adr/0088). Each webhook endpoint has one.
 * Events are stored in the first one.
 */
export const PAYLOAD_VERSIONS = [1, 2] as const;
export type PayloadVersion = (typeof PAYLOAD_VERSIONS)[number];
/**
 * The version of an endpoint that states none: that of release 1.1.0, whose programs create
 * endpoints.
 */
export const DEFAULT_PAYLOAD_VERSION: PayloadVersion = 1;
/** The version of listed events unless a request states one. Release 1.1.0 listed no events. */
export const LISTED_PAYLOAD_VERSION: PayloadVersion = 2;

/** The members of `data` whose names differ in a version, by their names in version 1. */
const MEMBER_NAMES: Readonly<Record<PayloadVersion, Readonly<Record<string, string>>>> = {
  1: {},
  2: { invoice_batch: 'batch', batch_invoice: 'invoice' },
};

/**
 * Gives the members of an event's `data` the names that they have in a version.
 * @param data with the names of version 1, as events are stored.
 */
export function namePayload<T>(
  data: Readonly<Record<string, T>>,
  version: PayloadVersion,
): Record<string, T> {
  const names = MEMBER_NAMES[version];
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [names[name] ?? name, value]));
}

type EventDescription = { readonly description: string; readonly data: Readonly<Record<string, TSchema>> };

/** @param type of the event. `batch.pdfs_ready` is documented as BatchPdfsReadyEvent. */
function describeBody(type: string, { description, data }: EventDescription, version: PayloadVersion) {
  const title = `${type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())}Event`;
  return Type.Object(
    {
      type: wordOf([type], { description: 'Type of the event.' }),
      version: Type.Integer({
        enum: [version],
        description:
          'Version of the form of `data`: the `payload_version` of the endpoint. Members can be added to a version; none is removed or renamed, and none changes its meaning.',
      }),
      timestamp: Type.String({
        format: 'date-time',
        description:
          'When the event happened: UTC, with milliseconds. It is the same in every delivery attempt.',
        examples: ['2026-11-20T09:30:00.000Z'],
      }),
      data: Type.Object(namePayload(data, version), {
        title: `${title}Data`,
        description: 'Ids and states, but no personal data.',
      }),
    },
    { title, description },
  );
}

const answered = { invoice_batch: EventBatch, batch_invoice: AnsweredInvoice };
const answeredEntry = { invoice_batch: EventBatch, batch_invoice: AnsweredEntry };

/** What each event says. The database creates the events and the members of `data`. */
const EVENTS = {
  'batch.finished': {
    description: 'Every invoice of a batch has been issued or has failed.',
    data: { invoice_batch: FinishedBatch },
  },
  'batch.pdfs_ready': {
    description:
      'The PDFs of all issued invoices of a batch can be downloaded. The event is not sent if PDFs are rendered on demand or if no invoice was issued.',
    data: { invoice_batch: RenderedBatch },
  },
  'invoice.failed': {
    description:
      'An invoice is not issued, because a rule refused it. The event is sent when the batch is processed, before `batch.finished`, also for invoices that the answer to the creation already refused.',
    data: { invoice_batch: EventBatch, batch_invoice: FailedInvoice },
  },
  'invoice.accepted': {
    description: 'AEAT has accepted the registration record of an invoice.',
    data: answered,
  },
  'invoice.accepted_with_errors': {
    description: 'AEAT has accepted the registration record of an invoice and found errors in it.',
    data: answered,
  },
  'invoice.rejected': {
    description: 'AEAT has rejected the registration record of an invoice.',
    data: answered,
  },
  'invoice.annulled': {
    description: 'An invoice was annulled. Its annulment record is sent to AEAT next.',
    data: { invoice_batch: EventBatch, batch_invoice: AnnulledInvoice },
  },
  'invoice.sii_accepted': {
    description: 'AEAT has accepted the entry of an invoice in SII.',
    data: answeredEntry,
  },
  'invoice.sii_accepted_with_errors': {
    description: 'AEAT has accepted the entry of an invoice in SII and found errors in it.',
    data: answeredEntry,
  },
  'invoice.sii_rejected': {
    description: 'AEAT has rejected the entry of an invoice in SII, its replacement or its withdrawal.',
    data: answeredEntry,
  },
  'invoice.sii_overdue_soon': {
    description:
      'AEAT has not accepted the entry of an invoice in SII yet, and its last day is today or the next working day. The event is sent once for each entry.',
    data: { invoice_batch: EventBatch, batch_invoice: DueEntry },
  },
  'invoice.payment_recorded': {
    description:
      'A payment of an invoice was recorded, or cancelled by a counter-entry, which has a value in `reverses`.',
    data: { invoice_batch: EventBatch, batch_invoice: PaidInvoice, payment: EventPayment },
  },
  'invoice.spfe_admitted': {
    description:
      "AEAT's public solution of electronic invoices has admitted the document of an invoice, and has acknowledged it with a CSV.",
    data: { invoice_batch: EventBatch, batch_invoice: AdmittedDelivery },
  },
  'invoice.spfe_rejected': {
    description: "AEAT's public solution of electronic invoices has rejected the document of an invoice.",
    data: { invoice_batch: EventBatch, batch_invoice: RejectedDelivery },
  },
  'invoice.spfe_withdrawn': {
    description: 'AEAT has withdrawn the document of an invoice, as you ordered.',
    data: { invoice_batch: EventBatch, batch_invoice: WithdrawnDelivery },
  },
  'invoice.spfe_overdue': {
    description: `AEAT's public solution of electronic invoices should have had an invoice more than ${SPFE_OVERDUE_HOURS} hours ago and does not have it. The event happens once for each delivery, and never while AEAT has not published the service.`,
    data: { invoice_batch: EventBatch, batch_invoice: OverdueDelivery },
  },
  'invoice.spfe_paid_by_recipient': {
    description: 'The recipient of an invoice has reported to AEAT that it paid it in full.',
    data: { invoice_batch: EventBatch, batch_invoice: PaidByRecipient },
  },
  'invoice.spfe_rejected_by_recipient': {
    description:
      'The recipient of an invoice has reported to AEAT that it rejects it. No event reports that a recipient has not rejected an invoice.',
    data: { invoice_batch: EventBatch, batch_invoice: RejectedByRecipient },
  },
  'webhook.test': {
    description:
      'A test that `POST /api/v2/webhook_endpoints/{id}/test` requested. It is sent regardless of the event types that the endpoint receives.',
    data: {
      webhook_endpoint: Type.Object(
        { id: Type.Integer({ minimum: 1, description: 'Id of the endpoint.' }) },
        { title: 'TestedEndpoint', description: 'The endpoint that is tested.' },
      ),
    },
  },
} satisfies Readonly<Record<string, EventDescription>>;
export type WebhookEvent = keyof typeof EVENTS;
export const WEBHOOK_EVENTS = Object.keys(EVENTS) as WebhookEvent[];

/** Describes the body of a message about an event, with what the OpenAPI document says of it. */
export function describeEventBody(type: WebhookEvent, version: PayloadVersion): TSchema {
  return describeBody(type, EVENTS[type], version);
}

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

/** The body of a message to a webhook endpoint. */
export type WebhookBody = {
  readonly type: WebhookEvent;
  readonly version: PayloadVersion;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};
