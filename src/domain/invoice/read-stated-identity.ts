import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { Findings } from '../reading/findings.ts';
import { FULL_RULES } from '../reading/request-rules.ts';
import type { PrepareContext } from './prepare-invoice.ts';
import { readDates } from './read-dates.ts';
import { readInvoiceNumber, readIssuer } from './read-issuer-and-number.ts';

/** Reads the identity of an invoice that may break other rules. @returns null if it states none. */
export function readStatedIdentity(input: InvoiceInput, context: PrepareContext): InvoiceIdentity | null {
  const { rules = FULL_RULES } = context;
  const findings = new Findings(rules);
  const { report } = findings;
  const issueDate = readDates(input, { ...context, rules }, report)?.issueDate;
  const number = readInvoiceNumber(input.number_serie, report);
  const { nif: issuerNif } = readIssuer(input, context, findings);
  return issueDate === undefined || number === null || issuerNif === null
    ? null
    : { issuerNif, number, issueDate };
}
