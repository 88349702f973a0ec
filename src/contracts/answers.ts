import { type Static, type TSchema, Type } from 'typebox';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from './codes.ts';

/* The answers of the API. Every 2xx JSON answer has one of these shapes, every other answer is an ErrorBody. */

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const instant = { format: 'date-time', description: 'UTC, whole seconds.' };

export const ErrorBody = Type.Object(
  { error: Type.Object({ code: Type.String(), message: Type.String() }, closed) },
  { ...closed, title: 'Error' },
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
    id: Type.Integer(),
    external_batch_id: nullable(Type.String()),
    status: Type.Enum([...BATCH_STATUSES], {
      description:
        'received → processing → processed (all issued), processed_with_errors (some) or failed (none). Final states have `processed_at`.',
    }),
    invoices_count: Type.Integer({ description: 'Every invoice of the request, failed ones too.' }),
    received_at: Type.String(instant),
    processed_at: nullable(Type.String(instant)),
  },
  { ...closed, title: 'InvoiceBatch' },
);
export type BatchView = Static<typeof BatchView>;

export const BatchInvoiceView = Type.Object(
  {
    id: Type.Integer(),
    external_invoice_id: nullable(Type.String()),
    invoice_number: nullable(Type.String()),
    total_after_taxes: nullable(
      Type.String({
        pattern: '^-?[0-9]+\\.[0-9]{2}$',
        description: 'Bases plus taxes, euros. Null until issued.',
      }),
    ),
    processing_status: Type.Enum([...PROCESSING_STATUSES], {
      description: 'pending → processing → processed; or failed, also at creation.',
    }),
    processing_error: nullable(Type.String({ description: 'Why it failed: messages joined by `; `.' })),
    issued_invoice_id: nullable(Type.Integer({ description: 'Null until issued.' })),
    verifactu_state: Type.Union([Type.Enum([...VERIFACTU_STATES]), Type.Null()], {
      description: 'null (no registration record) → remission → accepted, accepted_with_errors or rejected.',
    }),
  },
  { ...closed, title: 'BatchInvoice' },
);
export type BatchInvoiceView = Static<typeof BatchInvoiceView>;

const PaginationMeta = Type.Object(
  {
    current_page: Type.Integer(),
    total_pages: Type.Integer({ description: '0 for an empty list.' }),
    total_count: Type.Integer(),
    per_page: Type.Integer(),
  },
  { ...closed, title: 'PaginationMeta' },
);

/** The wrapper of a single resource. */
export const single = <T extends TSchema>(schema: T) => Type.Object({ data: schema }, closed);
/** The wrapper of a list. */
export const list = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), meta: PaginationMeta }, closed);

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

export const CreateSessionBody = Type.Object(
  { api_key: Type.String({ description: '`org_live_…`' }) },
  { title: 'CreateSessionBody' },
);
