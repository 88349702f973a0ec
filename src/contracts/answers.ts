import { type Static, type TSchema, Type } from 'typebox';
import {
  BATCH_STATUSES,
  FINDING_CODES,
  PROCESSING_STATUSES,
  VERIFACTU_STATES,
  WARNING_CODES,
} from './codes.ts';

/* The answers of the API. Every 2xx JSON answer has one of these shapes, every other answer is an ErrorBody. */

/** This or null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** One of a closed list of words. */
export const wordOf = <W extends string>(
  words: readonly W[],
  options: { readonly description?: string } = {},
) => Type.Enum([...words], { type: 'string', ...options });
const closed = { additionalProperties: false };
/** A moment as answers and events write it. */
export const instant = {
  format: 'date-time',
  description: 'UTC, whole seconds.',
  examples: ['2026-11-20T09:30:00Z'],
};

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'What went wrong, for programs: a stable word.' }),
        message: Type.String({ description: 'The same for people.' }),
      },
      { ...closed, title: 'ErrorDetails' },
    ),
  },
  { ...closed, title: 'ErrorAnswer' },
);
export type ErrorBody = Static<typeof ErrorBody>;

export const SessionAnswer = Type.Object(
  {
    session_token: Type.String({ description: 'Bearer token of later requests.' }),
    expires_at: Type.String({ ...instant, description: '24 hours after issuance.' }),
  },
  { ...closed, title: 'Session' },
);
export type SessionAnswer = Static<typeof SessionAnswer>;

export const BatchView = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Under which it is read again.' }),
    external_batch_id: nullable(Type.String({ description: 'As it was sent.' })),
    status: wordOf(BATCH_STATUSES, {
      description:
        'received → processing → processed (all issued), processed_with_errors (some) or failed (none). Final states have `processed_at`.',
    }),
    invoices_count: Type.Integer({ description: 'Every invoice of the request, failed ones too.' }),
    received_at: Type.String({ ...instant, description: 'When it was accepted: UTC, whole seconds.' }),
    processed_at: nullable(
      Type.String({
        ...instant,
        description: 'When the last of its invoices was issued or failed. PDFs and AEAT come after that.',
      }),
    ),
  },
  { ...closed, title: 'InvoiceBatch' },
);
export type BatchView = Static<typeof BatchView>;

export const BatchInvoiceView = Type.Object(
  {
    id: Type.Integer({
      minimum: 1,
      description: 'Under which it, its PDF and its registration are read again.',
    }),
    external_invoice_id: nullable(Type.String({ description: 'As it was sent.' })),
    invoice_number: nullable(Type.String({ description: 'Null until issued.' })),
    total_after_taxes: nullable(
      Type.String({
        pattern: '^-?[0-9]+\\.[0-9]{2}$',
        description: 'Bases plus taxes, euros. Null until issued.',
      }),
    ),
    processing_status: wordOf(PROCESSING_STATUSES, {
      description: 'pending → processing → processed; or failed, also at creation.',
    }),
    processing_error: nullable(Type.String({ description: 'Why it failed: messages joined by `; `.' })),
    issued_invoice_id: nullable(Type.Integer({ description: 'Null until issued.' })),
    verifactu_state: Type.Union([wordOf(VERIFACTU_STATES), Type.Null()], {
      description: 'null (no registration record) → remission → accepted, accepted_with_errors or rejected.',
    }),
  },
  { ...closed, title: 'BatchInvoice' },
);
export type BatchInvoiceView = Static<typeof BatchInvoiceView>;

const PaginationMeta = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1, description: 'As it was asked for.' }),
    total_pages: Type.Integer({ minimum: 0, description: '0 for an empty list.' }),
    total_count: Type.Integer({ minimum: 0, description: 'Exact.' }),
    per_page: Type.Integer({ minimum: 1, maximum: 100, description: 'As it was asked for.' }),
  },
  { ...closed, title: 'PaginationMeta' },
);

/** The wrapper of a single resource, which has a title. */
export const single = <T extends TSchema>(schema: T) =>
  Type.Object({ data: schema }, { ...closed, title: `${titleOf(schema)}Answer` });
/** The wrapper of a list of resources, which have a title. */
export const list = <T extends TSchema>(schema: T) =>
  Type.Object(
    {
      data: Type.Array(schema, { description: 'A page of them; empty past the end.' }),
      meta: PaginationMeta,
    },
    { ...closed, title: `${titleOf(schema)}List` },
  );
const titleOf = (schema: TSchema) => (schema as { readonly title?: string }).title;

export const CreateBatchAnswer = Type.Object(
  {
    data: BatchView,
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description:
          'Invoices that failed validation, by `external_invoice_id`, or by `invoices[<index>]` where that is blank. Absent when none failed.',
      }),
    ),
  },
  { ...closed, title: 'CreateBatchAnswer' },
);

export const BatchSummaryAnswer = Type.Object(
  {
    data: Type.Object(
      {
        invoices_count: Type.Integer({ minimum: 1, description: 'All of the request.' }),
        pending: Type.Integer({ minimum: 0, description: 'Neither issued nor failed yet.' }),
        processed: Type.Integer({ minimum: 0, description: 'Issued.' }),
        failed: Type.Integer({ minimum: 0, description: 'Refused by a rule; never issued.' }),
        rendered: Type.Integer({
          minimum: 0,
          description: 'Issued ones that have a PDF, or have it made when it is asked for.',
        }),
        verifactu: Type.Object(
          Object.fromEntries(
            VERIFACTU_STATES.map((state) => [
              state,
              Type.Integer({ minimum: 0, description: `In the state \`${state}\`.` }),
            ]),
          ) as Record<(typeof VERIFACTU_STATES)[number], ReturnType<typeof Type.Integer>>,
          { ...closed, title: 'VerifactuCounts', description: 'Issued ones by `verifactu_state`.' },
        ),
      },
      { ...closed, title: 'BatchSummary' },
    ),
  },
  { ...closed, title: 'BatchSummaryAnswer' },
);
export type BatchSummaryAnswer = Static<typeof BatchSummaryAnswer>;

export const RegistrationRecordView = Type.Object(
  {
    kind: wordOf(['alta', 'anulacion'], { description: 'Registration (or its correction) or annulment.' }),
    sequence: Type.Integer({ description: "Place in the issuer's chain." }),
    hash: Type.String({ description: 'Huella: SHA-256, hexadecimal.' }),
    previous_hash: nullable(Type.String({ description: 'Null for the first of a chain.' })),
    generated_at: Type.String(instant),
    state: wordOf(VERIFACTU_STATES, { description: '`remission` until AEAT answered.' }),
    aeat_code: nullable(Type.Integer({ description: "AEAT's error code." })),
    aeat_message: nullable(Type.String({ description: "AEAT's words, in Spanish." })),
    csv: nullable(
      Type.String({ description: 'Código seguro de verificación of the message that brought the answer.' }),
    ),
    answered_at: nullable(Type.String(instant)),
  },
  { ...closed, title: 'RegistrationRecord' },
);
export type RegistrationRecordView = Static<typeof RegistrationRecordView>;

export const RegistrationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        qr_url: nullable(
          Type.String({ description: 'What the QR of the PDF says; null without VeriFactu.' }),
        ),
        annulled_at: nullable(Type.String(instant)),
        records: Type.Array(RegistrationRecordView, { description: 'Oldest first.' }),
      },
      { ...closed, title: 'Registration' },
    ),
  },
  { ...closed, title: 'RegistrationAnswer' },
);
export type RegistrationAnswer = Static<typeof RegistrationAnswer>;

const RegistrationStatusView = Type.Object(
  {
    issuer_nif: Type.String({ description: 'Whose records these are.' }),
    pending: Type.Integer({ minimum: 0, description: 'Records that AEAT has not answered yet.' }),
    oldest_pending_at: nullable(
      Type.String({
        ...instant,
        description: 'When the first of them was generated; null where none waits.',
      }),
    ),
    incident: Type.Union(
      [
        Type.Object(
          {
            since: Type.String({ ...instant, description: 'Since when records cannot be sent.' }),
            reason: Type.String({ description: 'Why, as an English sentence for people.' }),
          },
          { ...closed, title: 'RegistrationIncident' },
        ),
        Type.Null(),
      ],
      {
        description:
          'What keeps records from reaching AEAT (Orden HAC/1177/2024, art. 16.4); null where nothing does. They are sent again without anybody asking.',
      },
    ),
    last_answer_at: nullable(
      Type.String({
        ...instant,
        description: 'When AEAT last answered a record; null before the first answer.',
      }),
    ),
  },
  { ...closed, title: 'RegistrationStatus' },
);
export type RegistrationStatusView = Static<typeof RegistrationStatusView>;

export const RegistrationStatusAnswer = Type.Object(
  {
    data: Type.Array(RegistrationStatusView, {
      description: 'One per issuer with registration records, by NIF.',
    }),
  },
  { ...closed, title: 'RegistrationStatusAnswer' },
);
export type RegistrationStatusAnswer = Static<typeof RegistrationStatusAnswer>;

const remarkPlace = {
  index: Type.Integer({ minimum: 0, description: 'Place of the invoice in the request, from 0.' }),
  external_invoice_id: nullable(Type.String({ description: 'As it was sent.' })),
  field: Type.String({
    description: 'Path of the member in the invoice.',
    examples: ['lines[1].tax_rate', 'issuer_nif'],
  }),
};

const FindingView = Type.Object(
  {
    ...remarkPlace,
    code: wordOf(FINDING_CODES, { description: 'What kind of thing is wrong; stable.' }),
    aeat_code: nullable(Type.Integer({ description: 'What AEAT would refuse the record with.' })),
    message: Type.String({ description: 'As `errors` and `processing_error` have it.' }),
  },
  { ...closed, title: 'Finding' },
);

const WarningView = Type.Object(
  {
    ...remarkPlace,
    code: wordOf(WARNING_CODES, { description: 'What an adviser would question; stable.' }),
    aeat_code: nullable(Type.Integer({ description: 'What AEAT would accept the record with errors for.' })),
    message: Type.String({ description: 'An English sentence that begins with the name of the member.' }),
  },
  { ...closed, title: 'Warning' },
);

export const ValidationAnswer = Type.Object(
  {
    data: Type.Object(
      {
        invoices_count: Type.Integer({ minimum: 1, description: 'All of the request.' }),
        valid_invoices_count: Type.Integer({ minimum: 0, description: 'Those without findings.' }),
      },
      { ...closed, title: 'ValidationSummary' },
    ),
    findings: Type.Array(FindingView, {
      description: 'In the order of the request; at most 20 per invoice.',
    }),
    warnings: Type.Array(WarningView, {
      description:
        'What an adviser would question in invoices without findings. They are accepted all the same. In the order of the request.',
    }),
  },
  { ...closed, title: 'ValidationAnswer' },
);
export type ValidationAnswer = Static<typeof ValidationAnswer>;

export const CreateSessionBody = Type.Object(
  { api_key: Type.String({ description: 'Secret of the organization: `org_live_…`' }) },
  { title: 'CreateSessionBody' },
);
