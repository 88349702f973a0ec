import { buildDocumentWriter, constant, each, inside, leaf, parent, type Part } from '../../xml/parts.ts';
import type { EInvoice, ReferenceTerm } from '../terms.ts';
import {
  ALLOWANCES_AND_CHARGES,
  DELIVERY,
  INVOICE_PERIOD,
  line,
  MONETARY_TOTAL,
  PAYMENT_TERMS,
  paymentMeans,
  PRECEDING_INVOICES,
  TAX_TOTALS,
} from './ubl-parts.ts';
import { PARTIES } from './ubl-parties.ts';

/**
 * What distinguishes a profile of UBL: its specification identifier (BT-24) and its business
 * process (BT-23).
 */
export type UblProfile = { readonly specification: string; readonly process?: string };

/** UBL as EN 16931 alone defines it. */
export const CEN: UblProfile = { specification: 'urn:cen.eu:en16931:2017' };

/** Where the schemas of UBL 2 stand. */
export const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
export const COMPONENTS = {
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
};

function identifyProfile({ specification, process }: UblProfile): Part<EInvoice> {
  return inside(
    constant('cbc:CustomizationID', specification),
    leaf('cbc:ProfileID', () => process),
    leaf('cbc:ID', (invoice) => invoice['BT-1']),
    leaf('cbc:IssueDate', (invoice) => invoice['BT-2']),
  );
}

/** Three characters between the first two number signs of a note. */
const SUBJECT_CODE = /^([^#]*#)(?=[^#]{3}#)/u;

/**
 * The notes (BT-22). EN 16931 reads three characters between the first two `#` of a UBL note as the
 * code of its subject (BR-CL-08), so a blank keeps such a text a text.
 */
const NOTES = each(
  (invoice: EInvoice) => invoice['BT-22'],
  leaf('cbc:Note', (note) => note.replace(SUBJECT_CODE, '$1 ')),
);

/** An element that identifies another document. */
export function reference(name: string, term: ReferenceTerm): Part<Pick<EInvoice, ReferenceTerm>> {
  return parent(
    name,
    leaf('cbc:ID', (invoice) => invoice[term]),
  );
}

const CURRENCIES = inside<EInvoice>(
  leaf('cbc:DocumentCurrencyCode', (invoice) => invoice['BT-5']),
  leaf('cbc:TaxCurrencyCode', (invoice) => invoice['BT-6']),
  leaf('cbc:AccountingCost', (invoice) => invoice['BT-19']),
  leaf('cbc:BuyerReference', (invoice) => invoice['BT-10']),
  INVOICE_PERIOD,
  reference('cac:OrderReference', 'BT-13'),
  PRECEDING_INVOICES,
  reference('cac:DespatchDocumentReference', 'BT-16'),
  reference('cac:ContractDocumentReference', 'BT-12'),
);
const SUMS = inside<EInvoice>(ALLOWANCES_AND_CHARGES, TAX_TOTALS, MONETARY_TOTAL);

/** Builds the writer of UBL 2.1 invoices of a profile. */
export function buildUblInvoiceWriter(profile: UblProfile): (invoice: EInvoice) => string {
  const write = buildDocumentWriter<EInvoice>(
    'Invoice',
    { '': `${UBL}:Invoice-2`, ...COMPONENTS },
    identifyProfile(profile),
    leaf('cbc:DueDate', (invoice) => invoice['BT-9']),
    leaf('cbc:InvoiceTypeCode', (invoice) => invoice['BT-3']),
    NOTES,
    CURRENCIES,
    reference('cac:ProjectReference', 'BT-11'),
    PARTIES,
    DELIVERY,
    paymentMeans(() => undefined),
    PAYMENT_TERMS,
    SUMS,
    each((invoice) => invoice['BG-25'], line('cac:InvoiceLine', 'cbc:InvoicedQuantity')),
  );
  return (invoice) => write(invoice, invoice['BT-5']);
}

/**
 * Builds the writer of UBL 2.1 credit notes of a profile. The amounts are positive where they lower
 * what the buyer owes.
 */
export function buildUblCreditNoteWriter(profile: UblProfile): (invoice: EInvoice) => string {
  const write = buildDocumentWriter<EInvoice>(
    'CreditNote',
    { '': `${UBL}:CreditNote-2`, ...COMPONENTS },
    identifyProfile(profile),
    constant('cbc:CreditNoteTypeCode', '381'),
    NOTES,
    CURRENCIES,
    // A credit note has no ProjectReference; code 50 identifies the project (BT-11).
    parent(
      'cac:AdditionalDocumentReference',
      leaf('cbc:ID', (invoice) => invoice['BT-11']),
      leaf('cbc:DocumentTypeCode', (invoice) => (invoice['BT-11'] === undefined ? undefined : '50')),
    ),
    PARTIES,
    DELIVERY,
    paymentMeans((invoice) => invoice['BT-9']),
    PAYMENT_TERMS,
    SUMS,
    each((invoice) => invoice['BG-25'], line('cac:CreditNoteLine', 'cbc:CreditedQuantity')),
  );
  return (invoice) => write(invoice, invoice['BT-5']);
}
