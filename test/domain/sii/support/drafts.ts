import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import type { InvoiceInput as InvoiceInputV1 } from '../../../../src/contracts/invoice-input.ts';
import type { InvoiceInput } from '../../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice, type Preparation } from '../../../../src/domain/invoice/prepare-invoice.ts';
import { FLAT_RULES, FULL_RULES } from '../../../../src/domain/reading/request-rules.ts';
import { draftEntry, type DraftedEntry, type EntryContext } from '../../../../src/domain/sii/draft-entry.ts';
import type { Block, IssuedInvoice, SiiEntry } from '../../../../src/domain/sii/entry.ts';
import { writeEntry } from '../../../../src/domain/sii/messages/write-entry.ts';
import { prepareV1, TODAY } from '../../support/inputs.ts';
import { resolveAnyOriginals } from '../../support/originals.ts';
import { buildV2, RECIPIENT_V2 } from '../../support/v2-cases.ts';

/* Drafts entries of invoices that an issuer in SII sends to the API. */

const CONTEXT = { organizationName: 'Org', today: TODAY, register: 'sii' } as const;
const MONTHLY: EntryContext = { settlementPeriod: 'month', rules: FULL_RULES };

/** Returns the document of an invoice whose originals all exist. @throws the findings. */
function documentOf(preparation: Preparation): InvoiceDocument {
  const resolved = preparation.kind === 'refused' ? preparation : resolveAnyOriginals(preparation.invoice);
  if (resolved.kind === 'refused') throw new Error(JSON.stringify(resolved.findings));
  return resolved.invoice.document;
}

/** Drafts an entry of an invoice of version 2. @throws the findings of the rules of an invoice. */
export function draft(changes: InvoiceInput, context: Partial<EntryContext> = {}): DraftedEntry {
  const document = documentOf(prepareInvoice(buildV2(changes), CONTEXT));
  return draftEntry(document, { ...MONTHLY, ...context });
}

/** Drafts an entry of an invoice of version 1. */
export function draftV1(input: InvoiceInputV1, context: Partial<EntryContext> = {}): DraftedEntry {
  const document = documentOf(prepareV1(input, CONTEXT));
  return draftEntry(document, { ...MONTHLY, rules: FLAT_RULES, ...context });
}

/** Returns a drafted entry. @throws its findings if it was refused. */
export function entryOf(drafted: DraftedEntry): SiiEntry {
  if (drafted.kind === 'refused') throw new Error(JSON.stringify(drafted.findings));
  return drafted.entry;
}

export function invoiceOf(drafted: DraftedEntry): IssuedInvoice {
  return entryOf(drafted).invoice;
}

/** Returns the block of an invoice that is not divided by goods and services. */
export function blockOf(drafted: DraftedEntry): Block {
  const { breakdown } = invoiceOf(drafted);
  if (breakdown.kind !== 'invoice') throw new Error('The breakdown is divided by goods and services');
  return breakdown.block;
}

/** Returns the blocks of an invoice that is divided by goods and services. */
export function blocksOf(drafted: DraftedEntry): { services: Block | null; goods: Block | null } {
  const { breakdown } = invoiceOf(drafted);
  if (breakdown.kind !== 'operation') throw new Error('The breakdown is not divided');
  return { services: breakdown.services, goods: breakdown.goods };
}

/** Returns `field code rule` of each finding of a refused entry; `drafted` if it was not refused. */
export function refusalsOf(drafted: DraftedEntry): string[] {
  return drafted.kind === 'drafted'
    ? ['drafted']
    : drafted.findings.map(({ field, code, rule }) => `${field} ${code} ${rule}`);
}

/** Writes the record of a drafted entry. */
export function xmlOf(drafted: DraftedEntry, number = 'A/1', externalReference = ''): string {
  return writeEntry(entryOf(drafted), { number, externalReference });
}

/** Recipients of whom the book divides goods and services, and others. */
export const FRENCH = { name: 'Exemple SARL', document_type: 'eu_vat', document_number: 'FR40303265045' };
export const ENTITY_N = { ...RECIPIENT_V2, document_number: 'N0012345E' };
export const CHILEAN = {
  name: 'Importadora Ejemplo SPA',
  document_type: 'official_id',
  document_number: '76543210K',
  country_code: 'CL',
};
