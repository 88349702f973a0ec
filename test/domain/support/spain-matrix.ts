import { readFileSync } from 'node:fs';
import type { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { einvoicePath } from './shared-facts.ts';

/*
 * The Spanish invoices beside the project, each as UBL and CII with its official verdict, and the
 * same invoices in members of the API.
 */

const FOLDER = 'samples/spain-matrix';
const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(einvoicePath(`${FOLDER}/${name}`), 'utf8'));

/** Reads the rules that each file breaks; `(w)` marks warnings. */
export function readMatrixVerdicts(): Readonly<Record<string, readonly string[]>> {
  return (readJson('verdicts.json') as { verdicts: Record<string, string[]> }).verdicts;
}

/** Reads the names of the invoices. */
export function readMatrixNames(): string[] {
  return Object.keys(readJson('inputs.json') as object);
}

const line = (changes: LineInput = {}): LineInput => ({
  concept: 'Servicio',
  units: 1,
  unit_price: 100,
  tax_rate: 21,
  ...changes,
});
const GERMAN = {
  name: 'Muster GmbH',
  document_type: 'eu_vat',
  document_number: 'DE123456789',
  country_code: 'DE',
  address: 'Weg 1',
  city: 'Berlin',
  postal_code: '10115',
} as const;
const SPANISH = {
  name: 'Comercial del Norte, S.A.',
  document_type: 'nif',
  document_number: 'A58818501',
} as const;
const ADDRESSED = { ...SPANISH, address: 'Gran Vía 2', city: 'Bilbao', postal_code: '48001' };
const ORIGINAL = { number_serie: '2026/0000', issue_date: '2026-10-01' };

/** Builds an invoice of the matrix. */
const invoice = (lines: LineInput[], changes: InvoiceInput = {}): InvoiceInput => ({
  issuer_nif: 'B12345674',
  issuer_name: 'Aceros Ibéricos, S.L.',
  number_serie: '2026/0001',
  due_date: '2026-12-20',
  recipients: [ADDRESSED],
  payment: { means: 'bank_transfer', iban: 'ES9121000418450200051332' },
  lines,
  ...changes,
});
const untaxed = (changes: LineInput): LineInput => line({ tax_rate: null, ...changes });

/** How the API expresses an invoice of the matrix, or why it does not. */
export type MatrixCase =
  | { readonly input: InvoiceInput; readonly profile?: 'peppol' }
  | { readonly reason: string };

const BY_DIFFERENCES = { method: 'differences', reason: 'Devolución', invoices: [ORIGINAL] };
const CORRECTION: InvoiceInput = {
  invoice_type: 'R1',
  due_date: null,
  rectification: BY_DIFFERENCES,
};
const OUTSIDE_TOTAL = 'suplidos are no lines and not part of the invoice total (ops/adr/0061)';
const NO_NUMBER = 'an F1 names its recipient with an address and a tax number';

export const SPAIN_MATRIX: Readonly<Record<string, MatrixCase>> = {
  s21: { input: invoice([line()]) },
  mix: { input: invoice([line(), line({ tax_rate: 10 }), line({ tax_rate: 4 })]) },
  zero: { input: invoice([line({ tax_rate: 0 })]) },
  exE1: { input: invoice([untaxed({ tax_exemption_code: 'E1' })]) },
  exE3: { input: invoice([untaxed({ tax_regime: '02', tax_exemption_code: 'E3' })]) },
  exE4: { input: invoice([untaxed({ tax_exemption_code: 'E4' })]) },
  exE5: { input: invoice([untaxed({ tax_exemption_code: 'E5' })], { recipients: [GERMAN] }) },
  exE6: { input: invoice([untaxed({ tax_exemption_code: 'E6' })]) },
  S2_mix: { input: invoice([untaxed({ tax_operation_key: 'S2' }), line()]) },
  N1: { input: invoice([untaxed({ tax_operation_key: 'N1' })]) },
  N2: { reason: 'a service to a company of another member state is a reverse charge, as in N2_as_AE' },
  N2_as_AE: { input: invoice([untaxed({ tax_operation_key: 'N2' })], { recipients: [GERMAN] }) },
  N1_with_S: { input: invoice([untaxed({ tax_operation_key: 'N1' }), line()]) },
  igic7: { input: invoice([line({ tax_type: 'igic', tax_rate: 7 })]) },
  igic0: { input: invoice([line({ tax_type: 'igic', tax_rate: 0 })]) },
  igic_mix_iva: { input: invoice([line({ tax_type: 'igic', tax_rate: 7 }), line()]) },
  ipsi4: { input: invoice([line({ tax_type: 'psi', tax_rate: 4 })]) },
  ipsi0: { input: invoice([line({ tax_type: 'psi', tax_rate: 0 })]) },
  others: { input: invoice([line({ tax_type: 'others', tax_rate: 0 })]) },
  rect_neg384: { input: invoice([line({ units: -1 })], CORRECTION) },
  rect_381_invoice_root: { reason: 'no writer states the type code 381 in an Invoice' },
  rect_creditnote: {
    input: invoice([line({ units: -1 })], { ...CORRECTION, buyer_reference: 'ACME-1' }),
    profile: 'peppol',
  },
  neg_price: { input: invoice([line(), line({ unit_price: -10 })]) },
  wht: { input: invoice([line({ income_tax_withholding_rate: 15 })]) },
  wht_prepaid: { input: invoice([line()], { prepaid_amount: 15 }) },
  suplido_line_O: { reason: OUTSIDE_TOTAL },
  suplido_line_E: { reason: OUTSIDE_TOTAL },
  suplido_line_Z: { reason: OUTSIDE_TOTAL },
  cash_noiban: { input: invoice([line()], { payment: { means: 'cash' } }) },
  transfer_noiban: { input: invoice([line()], { payment: { means: 'bank_transfer' } }) },
  dd_noiban: { input: invoice([line()], { payment: { means: 'bank_remittance' } }) },
  means_zzz: { input: invoice([line()], { payment: { means: 'others' } }) },
  buyer_nif_only: { input: invoice([line()], { recipients: [SPANISH] }) },
  buyer_addr_empty: { reason: NO_NUMBER },
  noseller_city: { input: invoice([line()]) },
  r05: { input: invoice([line({ tax_regime: '05', margin: 20 })]) },
  round: { input: invoice([line({ unit_price: 0.125 }), line({ unit_price: 0.125 })]) },
  price6: { input: invoice([line({ units: 1_000_000, unit_price: 0.000_001 })]) },
  F2_like: { reason: NO_NUMBER },
  vat_es_missing_prefix: { input: invoice([line()]) },
};
