import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { Findings } from '../reading/findings.ts';
import { FULL_RULES } from '../reading/request-rules.ts';
import type { PrepareContext } from './prepare-invoice.ts';
import { readDates } from './read-dates.ts';
import { readIssuer } from './read-issuer-and-number.ts';

/**
 * Reads the issuer and the issue date of an invoice, which decide its register. It may break other
 * rules.
 * @returns null if it states no issuer or no date that a register takes.
 */
export function readIssuerAndDate(
  input: InvoiceInput,
  context: PrepareContext,
): Pick<InvoiceIdentity, 'issuerNif' | 'issueDate'> | null {
  const { rules = FULL_RULES } = context;
  const findings = new Findings(rules);
  // SII takes every date that VeriFactu takes.
  const dates = readDates(input, { ...context, rules, register: 'sii' }, findings.report);
  const { nif: issuerNif } = readIssuer(input, context, findings);
  return dates === null || issuerNif === null ? null : { issuerNif, issueDate: dates.issueDate };
}
