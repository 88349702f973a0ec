import { type Static, type TSchema, Type } from 'typebox';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from './codes.ts';

/*
 * The answers of the API. Every 2xx JSON answer has one of these shapes; every other JSON answer is
 * an ErrorBody.
 */

/** Returns the schema of a value that can also be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Returns the schema of an enumeration. */
export const wordOf = <W extends string>(
  words: readonly W[],
  options: { readonly description?: string } = {},
) => Type.Enum([...words], { type: 'string', ...options });
const closed = { additionalProperties: false };
/** The format of an instant in answers and events. */
export const instant = {
  format: 'date-time',
  description: 'UTC, whole seconds.',
  examples: ['2026-11-20T09:30:00Z'],
};

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'Error code for programs; it never changes.' }),
        message: Type.String({ description: 'Description of the error for people.' }),
      },
      { ...closed, title: 'ErrorDetails' },
    ),
  },
  { ...closed, title: 'ErrorAnswer' },
);
export type ErrorBody = Static<typeof ErrorBody>;

export const SessionAnswer = Type.Object(
  {
    session_token: Type.String({ description: 'Bearer token for later requests.' }),
    expires_at: Type.String({
      ...instant,
      description: 'When the session expires: 24 hours after it was created.',
    }),
  },
  { ...closed, title: 'Session' },
);
export type SessionAnswer = Static<typeof SessionAnswer>;

export const BatchView = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the batch, for later requests.' }),
    external_batch_id: nullable(Type.String({ description: 'Your own label of the batch, as you sent it.' })),
    status: wordOf(BATCH_STATUSES, {
      description:
        'received → processing → processed (all invoices issued), processed_with_errors (some issued) or failed (none issued). `processed_at` is set in the final states.',
    }),
    invoices_count: Type.Integer({
      description: 'Number of invoices in the request, including those that failed.',
    }),
    received_at: Type.String({
      ...instant,
      description: 'When the batch was accepted: UTC, whole seconds.',
    }),
    processed_at: nullable(
      Type.String({
        ...instant,
        description:
          'When the last invoice of the batch was issued or failed. PDFs and answers of AEAT follow later.',
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
      description: 'Id of the invoice, for requests of the invoice, its PDF and its registration.',
    }),
    external_invoice_id: nullable(
      Type.String({ description: 'Your own id of the invoice, as you sent it.' }),
    ),
    invoice_number: nullable(
      Type.String({ description: 'Number of the issued invoice; null until it is issued.' }),
    ),
    total_after_taxes: nullable(
      Type.String({
        pattern: '^-?[0-9]+\\.[0-9]{2}$',
        description: 'Sum of the tax bases and the taxes, in euros; null until the invoice is issued.',
      }),
    ),
    processing_status: wordOf(PROCESSING_STATUSES, {
      description:
        'pending → processing → processed, or failed. An invoice that fails validation is failed from its creation.',
    }),
    processing_error: nullable(
      Type.String({ description: 'Why the invoice failed: messages joined by `; `.' }),
    ),
    issued_invoice_id: nullable(
      Type.Integer({ description: 'Id of the issued invoice; null until it is issued.' }),
    ),
    verifactu_state: Type.Union([wordOf(VERIFACTU_STATES), Type.Null()], {
      description:
        'null (no registration record) → remission (AEAT has not answered yet) → accepted, accepted_with_errors or rejected.',
    }),
  },
  { ...closed, title: 'BatchInvoice' },
);
export type BatchInvoiceView = Static<typeof BatchInvoiceView>;

const PaginationMeta = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1, description: 'Number of the requested page.' }),
    total_pages: Type.Integer({ minimum: 0, description: 'Number of pages; 0 for an empty list.' }),
    total_count: Type.Integer({ minimum: 0, description: 'Exact number of items on all pages.' }),
    per_page: Type.Integer({ minimum: 1, maximum: 100, description: 'Requested number of items per page.' }),
  },
  { ...closed, title: 'PaginationMeta' },
);

/**
 * Returns the schema of an answer with a single resource. The schema of the resource must have a
 * title.
 */
export const single = <T extends TSchema>(schema: T) =>
  Type.Object({ data: schema }, { ...closed, title: `${titleOf(schema)}Answer` });
/**
 * Returns the schema of an answer with a list of resources. The schema of the resource must have a
 * title.
 */
export const list = <T extends TSchema>(schema: T) =>
  Type.Object(
    {
      data: Type.Array(schema, { description: 'The items of the page; empty past the last page.' }),
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
          'Messages for each invoice that failed validation, by `external_invoice_id`, or by `invoices[<index>]` if that is blank. Absent if no invoice failed.',
      }),
    ),
  },
  { ...closed, title: 'CreateBatchAnswer' },
);

export const BatchSummaryAnswer = Type.Object(
  {
    data: Type.Object(
      {
        invoices_count: Type.Integer({ minimum: 1, description: 'Number of invoices in the request.' }),
        pending: Type.Integer({
          minimum: 0,
          description: 'Number of invoices that are neither issued nor failed yet.',
        }),
        processed: Type.Integer({ minimum: 0, description: 'Number of issued invoices.' }),
        failed: Type.Integer({
          minimum: 0,
          description: 'Number of invoices that a rule refused; they are never issued.',
        }),
        rendered: Type.Integer({
          minimum: 0,
          description: 'Number of issued invoices whose PDF exists or is rendered on request.',
        }),
        verifactu: Type.Object(
          Object.fromEntries(
            VERIFACTU_STATES.map((state) => [
              state,
              Type.Integer({ minimum: 0, description: `Number of invoices in the state \`${state}\`.` }),
            ]),
          ) as Record<(typeof VERIFACTU_STATES)[number], ReturnType<typeof Type.Integer>>,
          {
            ...closed,
            title: 'VerifactuCounts',
            description: 'Number of issued invoices by `verifactu_state`.',
          },
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
    kind: wordOf(['alta', 'anulacion'], {
      description: '`alta`: registration or its correction. `anulacion`: annulment.',
    }),
    sequence: Type.Integer({ description: "Position of the record in the issuer's chain." }),
    hash: Type.String({ description: 'Huella of the record: SHA-256, hexadecimal.' }),
    previous_hash: nullable(
      Type.String({ description: 'Huella of the previous record; null for the first record of a chain.' }),
    ),
    generated_at: Type.String(instant),
    state: wordOf(VERIFACTU_STATES, { description: '`remission` until AEAT has answered.' }),
    aeat_code: nullable(Type.Integer({ description: "AEAT's error code; null if it gave none." })),
    aeat_message: nullable(Type.String({ description: "AEAT's description of the error, in Spanish." })),
    csv: nullable(
      Type.String({
        description: 'Código seguro de verificación of the AEAT message that contained the answer.',
      }),
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
          Type.String({ description: 'URL in the QR code of the PDF; null without VeriFactu.' }),
        ),
        annulled_at: nullable(Type.String(instant)),
        records: Type.Array(RegistrationRecordView, { description: 'Registration records, oldest first.' }),
      },
      { ...closed, title: 'Registration' },
    ),
  },
  { ...closed, title: 'RegistrationAnswer' },
);
export type RegistrationAnswer = Static<typeof RegistrationAnswer>;

export const RegistrationStatusView = Type.Object(
  {
    issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
    pending: Type.Integer({
      minimum: 0,
      description: 'Number of records that AEAT has not answered yet.',
    }),
    oldest_pending_at: nullable(
      Type.String({
        ...instant,
        description: 'When the oldest unanswered record was generated; null if every record is answered.',
      }),
    ),
    incident: Type.Union(
      [
        Type.Object(
          {
            since: Type.String({ ...instant, description: 'Start of the incident.' }),
            reason: Type.String({ description: 'Reason of the incident: an English sentence for people.' }),
          },
          { ...closed, title: 'RegistrationIncident' },
        ),
        Type.Null(),
      ],
      {
        description:
          'Incident that keeps records from reaching AEAT (Orden HAC/1177/2024, art. 16.4); null if there is none. The engine sends the records again by itself.',
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
      description: 'One item per issuer with registration records, sorted by NIF.',
    }),
  },
  { ...closed, title: 'RegistrationStatusAnswer' },
);
export type RegistrationStatusAnswer = Static<typeof RegistrationStatusAnswer>;

export const CreateSessionBody = Type.Object(
  {
    api_key: Type.String({
      pattern: String.raw`\S`,
      description: 'API key of the organization: `org_live_…`.',
    }),
  },
  { title: 'CreateSessionBody' },
);
