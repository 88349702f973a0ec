import { type Static, Type } from 'typebox';
import { BatchInvoiceView, instant, nullable, RegistrationRecordView, wordOf } from '../answers.ts';
import { API_VERSIONS, INVOICE_TYPES } from '../codes.ts';
import { REGISTERS } from '../registers.ts';
import { TaxGroupView, TotalsView } from './amounts.ts';
import { WarningView } from './details.ts';
import { DocumentView, RecipientView } from './document-view.ts';
import { SiiEntryView } from './sii-entry.ts';
import { SpfeDeliveryView, SpfeStateWord } from './spfe.ts';

/* The answers of version 2 about invoices. */

const closed = { additionalProperties: false };
const isoDate = { format: 'date', examples: ['2026-11-20'] };

/** Another issued invoice that is connected with one. */
const ConnectedInvoice = Type.Object(
  {
    issued_invoice_id: Type.Integer({ minimum: 1, description: 'Id of the invoice.' }),
    invoice_number: Type.String({ description: 'Number of the invoice.' }),
    issue_date: Type.String({ ...isoDate, description: 'Its issue date.' }),
    invoice_type: wordOf(INVOICE_TYPES, { description: 'Its type.' }),
    total_after_taxes: Type.String({ description: 'Its total.' }),
    annulled: Type.Boolean({ description: 'Whether it is annulled.' }),
  },
  { ...closed, title: 'ConnectedInvoice' },
);
export type ConnectedInvoice = Static<typeof ConnectedInvoice>;

/** Maximum number of invoices in `rectified_by` of an invoice in a list. */
const MAX_LISTED_RECTIFYING = 10;

/** An invoice that was looked up: the members of version 1, and what lists filter by. */
export const FoundInvoice = Type.Object(
  {
    ...BatchInvoiceView.properties,
    invoice_batch_id: Type.Integer({ minimum: 1, description: 'Id of the batch that contains the invoice.' }),
    issuer_nif: nullable(
      Type.String({ description: 'NIF of the issuer; null until the invoice is issued.' }),
    ),
    issue_date: nullable(
      Type.String({ ...isoDate, description: 'Issue date; null until the invoice is issued.' }),
    ),
    operation_date: nullable(
      Type.String({
        ...isoDate,
        description:
          'Date of the operation (FechaOperacion) if it is not the issue date; null if it is, or until the invoice is issued.',
      }),
    ),
    invoice_type: Type.Union([wordOf(INVOICE_TYPES), Type.Null()], {
      description: 'Type of the invoice; null until it is issued.',
    }),
    metadata: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: Type.String(),
      description: 'The metadata as you sent them; empty if you sent none.',
    }),
    annulled_at: nullable(
      Type.String({ ...instant, description: 'When the invoice was annulled; null if it is not annulled.' }),
    ),
    rectified_by: Type.Array(ConnectedInvoice, {
      maxItems: MAX_LISTED_RECTIFYING,
      description: `The issued invoices that rectify or replace the invoice, without annulled ones; at most ${MAX_LISTED_RECTIFYING}. The whole invoice lists all of them.`,
    }),
    updated_at: Type.String({
      ...instant,
      description:
        'When the invoice last changed: it was accepted, it was issued or failed, AEAT answered its registration or its entry in SII, a correction of that entry was ordered, or the invoice was annulled.',
    }),
    register: Type.Union([wordOf(REGISTERS), Type.Null()], {
      description:
        'The register at AEAT that the invoice is in; null until it is issued, and for an invoice in no register.',
    }),
    sii: Type.Union([SiiEntryView, Type.Null()], {
      description: 'The entry of the invoice in SII; null unless `register` is `sii`.',
    }),
  },
  { ...closed, title: 'FoundInvoice' },
);
export type FoundInvoice = Static<typeof FoundInvoice>;

const { name, document_type, document_number, country_code } = RecipientView.properties;
/** The first recipient of an invoice in a list. */
const ListedRecipient = Type.Object(
  { name, document_type, document_number, country_code },
  { ...closed, title: 'ListedRecipient' },
);

/** An invoice in a list: also whom it charges and what. Both are read from its document. */
export const InvoiceView = Type.Object(
  {
    ...FoundInvoice.properties,
    recipient: Type.Union([ListedRecipient, Type.Null()], {
      description:
        'The first recipient, as in `document`; null if there is none, until the invoice is issued, and while its month is archived.',
    }),
    recipients_count: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Number of recipients; null until the invoice is issued, and while its month is archived.',
      }),
    ),
    totals: Type.Union([TotalsView, Type.Null()], {
      description:
        'The totals, with the sums of bases, taxes and surcharges; null until the invoice is issued, and while its month is archived.',
    }),
    spfe_state: Type.Union([SpfeStateWord, Type.Null()], {
      description:
        'The state of its delivery to the public solution of electronic invoices, which `spfe` of the whole invoice describes; null if it has none.',
    }),
  },
  { ...closed, title: 'Invoice' },
);
export type InvoiceView = Static<typeof InvoiceView>;
/** What an invoice in a list has of its document. */
export type DocumentSummary = Pick<InvoiceView, 'recipient' | 'recipients_count' | 'totals'>;

const PDF_STATES = ['not_issued', 'pending', 'on_demand', 'ready', 'archived'] as const;

/** One invoice with everything that is known about it. */
export const WholeInvoice = Type.Object(
  {
    ...InvoiceView.properties,
    received_at: Type.String({ ...instant, description: 'When the batch was accepted.' }),
    issued_at: nullable(
      Type.String({ ...instant, description: 'When the invoice was issued; null until then.' }),
    ),
    api_version: Type.Integer({
      enum: [...API_VERSIONS],
      description: 'The version of the API through which the invoice was created.',
    }),
    sent: nullable(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description:
          'The invoice as you sent it, with the members of the version `api_version` and the digits of its numbers, also if it failed. Null if the engine erased the body of the batch after the retention period that its operator has set.',
      }),
    ),
    document: Type.Union([DocumentView, Type.Null()], {
      description:
        'The invoice as it was issued: what you sent, with the defaults and the computed amounts. It never changes. Null until the invoice is issued, and while its month is archived.',
    }),
    tax_groups: Type.Union([Type.Array(TaxGroupView), Type.Null()], {
      description: 'The amounts per tax, regime, key and rate; null if `document` is null.',
    }),
    registration: Type.Union(
      [
        Type.Object(
          {
            qr_url: nullable(
              Type.String({
                description: 'URL in the QR code of the PDF; null unless `register` is `verifactu`.',
              }),
            ),
            records: Type.Array(RegistrationRecordView, {
              description:
                "Registration records with AEAT's answers, oldest first; empty unless `register` is `verifactu`.",
            }),
          },
          { ...closed, title: 'InvoiceRegistration' },
        ),
        Type.Null(),
      ],
      {
        description:
          'The registration with VeriFactu; null until the invoice is issued. It is empty for an invoice in SII: see `sii`.',
      },
    ),
    spfe: Type.Union([SpfeDeliveryView, Type.Null()], {
      description:
        "The delivery of the invoice to AEAT's public solution of electronic invoices (RD 238/2026); null until the invoice is issued, and if nobody decided that the invoices of its issuer are delivered.",
    }),
    pdf: Type.Object(
      {
        state: wordOf(PDF_STATES, {
          description:
            '`not_issued`: there will be a PDF once the invoice is issued. `pending`: it is being rendered. `on_demand`: it is rendered when it is downloaded. `ready`: it can be downloaded. `archived`: its month is archived.',
        }),
      },
      { ...closed, title: 'PdfState' },
    ),
    warnings: Type.Array(WarningView, {
      description:
        'The warnings of the answer to the creation; empty for an invoice that was created through version 1.',
    }),
    rectifies: Type.Array(ConnectedInvoice, {
      description: 'The stored invoices that this invoice rectifies or replaces.',
    }),
    rectified_by: Type.Array(ConnectedInvoice, {
      description:
        'The invoices that rectify or replace this one, oldest first, with annulled ones; at most 1000.',
    }),
    annulment: Type.Union(
      [
        Type.Object(
          {
            annulled_at: Type.String({ ...instant, description: 'When the invoice was annulled.' }),
            reason: Type.String({ description: 'Why it was annulled.' }),
          },
          { ...closed, title: 'Annulment' },
        ),
        Type.Null(),
      ],
      { description: 'The annulment; null if the invoice is not annulled.' },
    ),
  },
  { ...closed, title: 'WholeInvoice' },
);
export type WholeInvoice = Static<typeof WholeInvoice>;

/** The answer to the creation of one invoice that is not issued yet. */
export const PendingInvoiceAnswer = Type.Object(
  {
    data: Type.Object(
      {
        id: Type.Integer({ minimum: 1, description: 'Id of the invoice.' }),
        invoice_batch_id: Type.Integer({
          minimum: 1,
          description: 'Id of the batch that consists of the invoice.',
        }),
        processing_status: wordOf(['pending'], {
          description: 'The invoice is stored and waits to be issued.',
        }),
        url: Type.String({
          description: 'Path under which the invoice can be read, as in `Location`.',
          examples: ['/api/v2/invoices/1042000'],
        }),
      },
      { ...closed, title: 'PendingInvoice' },
    ),
  },
  { ...closed, title: 'PendingInvoiceAnswer' },
);
export type PendingInvoiceAnswer = Static<typeof PendingInvoiceAnswer>;

/** Maximum number of ids in a request that looks invoices up. */
export const MAX_LOOKED_UP = 1000;
/** Maximum number of invoices that are returned for each id. */
export const MAX_PER_ID = 10;

export const LookupBody = Type.Object(
  {
    external_invoice_ids: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_LOOKED_UP,
      description: 'Your own ids of the invoices.',
    }),
  },
  { ...closed, title: 'LookupBody' },
);

export const LookupAnswer = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          external_invoice_id: Type.String({ description: 'The id that you sent.' }),
          invoices: Type.Array(FoundInvoice, {
            maxItems: MAX_PER_ID,
            description: `The invoices with this id, newest first; empty if there is none. There are several if you sent the id several times, for example after an invoice had failed. At most ${MAX_PER_ID} are listed.`,
          }),
          has_more: Type.Boolean({ description: 'Whether there are more invoices with this id.' }),
        },
        { ...closed, title: 'LookedUpInvoices' },
      ),
      { description: 'One item for each id, in the order of the request.' },
    ),
  },
  { ...closed, title: 'LookupAnswer' },
);
export type LookupAnswer = Static<typeof LookupAnswer>;
