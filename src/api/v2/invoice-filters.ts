import { type Static, Type } from 'typebox';
import type { InvoiceFilter } from '../reads/invoices/choose-index.ts';
import { describeBatchInvoiceFilters, readBatchInvoiceFilter, toInstant } from '../queries/batch-filters.ts';
import { wordOf } from '../../contracts/answers.ts';
import { INVOICE_TYPES } from '../../contracts/codes.ts';
import { MATCHING_STATES, REGISTERS, SII_STATES } from '../../contracts/registers.ts';
import { SHOWN_SPFE_STATES, SPFE_OVERDUE_HOURS } from '../../contracts/spfe.ts';
import { amount, day, exactText, utcTime } from '../queries/parameters.ts';

const { processing_status, verifactu_state } = describeBatchInvoiceFilters();

/** The filters by register and by the delivery to the SPFE, which both lists of invoices have. */
export const RegisterFilters = Type.Object({
  register: Type.Optional(wordOf(REGISTERS, { description: 'Only issued invoices in this register.' })),
  sii_state: Type.Optional(
    wordOf(SII_STATES, { description: 'Only invoices whose entry in SII is in this state.' }),
  ),
  spfe_state: Type.Optional(
    wordOf(SHOWN_SPFE_STATES, {
      description:
        'Only invoices whose delivery to the public solution of electronic invoices is in this state.',
    }),
  ),
  spfe_overdue: Type.Optional(
    Type.Boolean({
      description: `\`true\`: only invoices that AEAT's public solution should have had more than ${SPFE_OVERDUE_HOURS} hours ago (\`due_by\` of \`spfe\`) and does not have; none while AEAT has not published the service. \`false\` changes nothing.`,
    }),
  ),
});

/** The filters of the list of invoices. */
export const InvoiceFilters = Type.Object({
  external_invoice_id: Type.Optional(exactText('Only invoices with exactly this id of yours.')),
  issuer_nif: Type.Optional(exactText('Only issued invoices of this issuer.')),
  number_serie: Type.Optional(
    exactText('Only invoices with exactly this number, together with `issuer_nif`.'),
  ),
  issue_date_from: Type.Optional(
    day('Only invoices issued on this day or later, together with `issuer_nif`.'),
  ),
  issue_date_to: Type.Optional(
    day('Only invoices issued on this day or earlier, together with `issuer_nif`.'),
  ),
  processing_status,
  verifactu_state,
  recipient_document: Type.Optional(
    exactText(
      'Only issued invoices with a recipient whose document has this number. Blanks, punctuation and case do not matter. Invoices that version 1.0.0 of the engine issued are found once the operator has indexed them.',
    ),
  ),
  updated_since: Type.Optional(utcTime('Only invoices whose `updated_at` is this time or later.')),
  invoice_type: Type.Optional(wordOf(INVOICE_TYPES, { description: 'Only issued invoices of this type.' })),
  annulled: Type.Optional(
    Type.Boolean({ description: 'Only annulled invoices, or only issued ones that are not annulled.' }),
  ),
  total_from: Type.Optional(amount('Only issued invoices whose total in euros is this amount or more.')),
  total_to: Type.Optional(amount('Only issued invoices whose total in euros is this amount or less.')),
  ...RegisterFilters.properties,
  sii_matching: Type.Optional(
    wordOf(MATCHING_STATES, {
      description: "Only invoices of which AEAT found this when it compared them with the recipient's book.",
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: exactText('The value.'),
      maxProperties: 1,
      style: 'deepObject',
      explode: true,
      description: 'Only invoices with this pair of metadata: `metadata[key]=value`.',
    }),
  ),
});

export type InvoiceFilterQuery = Static<typeof InvoiceFilters>;

/** Returns the filters of the list of invoices. */
export function readInvoiceFilter(query: InvoiceFilterQuery): InvoiceFilter {
  const [pair] = Object.entries(query.metadata ?? {});
  return {
    ...readBatchInvoiceFilter(query),
    issuerNif: query.issuer_nif ?? null,
    numberSerie: query.number_serie ?? null,
    issueDateFrom: query.issue_date_from ?? null,
    issueDateTo: query.issue_date_to ?? null,
    recipientDocument: query.recipient_document ?? null,
    metadata: pair === undefined ? null : { key: pair[0], value: pair[1] },
    updatedSince: toInstant(query.updated_since),
    ...(query.invoice_type !== undefined && { invoiceType: query.invoice_type }),
    ...(query.annulled !== undefined && { annulled: query.annulled }),
    ...(query.total_from !== undefined && { totalFrom: query.total_from }),
    ...(query.total_to !== undefined && { totalTo: query.total_to }),
    ...readRegisterFilter(query),
    ...(query.sii_matching !== undefined && { siiMatching: query.sii_matching }),
  };
}

/** Returns the filters by register and delivery; an absent one matches every invoice. */
export function readRegisterFilter({
  register,
  sii_state: siiState,
  spfe_state: spfeState,
  spfe_overdue: isSpfeOverdue,
}: Static<typeof RegisterFilters>) {
  return {
    ...(register !== undefined && { register }),
    ...(siiState !== undefined && { siiState }),
    ...(spfeState !== undefined && { spfeState }),
    ...(isSpfeOverdue === true && { isSpfeOverdue }),
  };
}
