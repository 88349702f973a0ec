import type { Register } from '../../contracts/registers.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { PrepareContext } from '../invoice/prepare-invoice.ts';
import { readIssuerAndDate } from '../invoice/read-issuer-and-date.ts';
import type { Finding, Warning } from '../reading/findings.ts';
import type { RequestRules } from '../reading/request-rules.ts';
import { chooseRegister, findSettlementPeriod, type RegisterRules } from './choose-register.ts';
import { type DeliveringRules, type DraftDelivery, draftDelivery } from '../spfe/draft-delivery.ts';
import { draftEntry } from '../sii/draft-entry.ts';
import { findDueBy } from '../sii/due-by.ts';
import { type OwnMarks, writeEntry } from '../sii/messages/write-entry.ts';
import { findAccrualDate } from '../sii/period.ts';

/** What is frozen of an invoice for its entry in SII when the invoice is issued. */
export type DraftEntry = {
  /** PeriodoLiquidacion. */
  readonly fiscalYear: number;
  readonly period: string;
  /** The last day on which the entry may be sent; null if no calendar of that year is known. */
  readonly dueBy: string | null;
  /** Writes the literal that is sent, once the number is known. */
  readonly write: (own: OwnMarks) => string;
};

/** Where an invoice is registered, and how it is delivered. */
export type Registration = {
  /** Its delivery to the SPFE; null if nobody decided that its issuer delivers. */
  readonly delivery: DraftDelivery | null;
} & ({ readonly register: 'verifactu' | null } | { readonly register: 'sii'; readonly entry: DraftEntry });

/** What was decided about the issuers of an organization: their registers, and their deliveries. */
export type IssuerRules = RegisterRules & DeliveringRules;

/** What decides how documents are registered and delivered. */
export type RegisteringRules = { readonly registers: IssuerRules; readonly rules: RequestRules };

type Registered =
  | {
      readonly kind: 'registered';
      readonly registration: Registration;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] };

/**
 * Returns the register of an invoice by the issuer and the date that it states, which decide some of
 * its rules; null if it is in none, or states neither.
 */
export function registerOf(
  input: InvoiceInput,
  context: PrepareContext & { readonly registers?: RegisterRules },
): Register | null {
  const { registers } = context;
  // Reading issuer and date costs time, which only organizations pay whose issuers may be in SII.
  if (registers === undefined || registers.decisions.length === 0) return null;
  const stated = readIssuerAndDate(input, context);
  return stated && chooseRegister(registers, stated.issuerNif, stated.issueDate);
}

/**
 * Chooses the register of a complete document, and drafts its entry there and its delivery to the
 * SPFE.
 * @param rectifiedOperationDate the date of the operation of the one stored invoice that it
 *   rectifies, `YYYY-MM-DD`; null if it rectifies none, several, or one that is not stored.
 * @returns the findings of a document that the record of its register cannot express, or that could
 *   never be sent to the SPFE although its issuer sends.
 */
export function registerDocument(
  document: InvoiceDocument,
  { registers, rules }: RegisteringRules,
  rectifiedOperationDate: string | null,
): Registered {
  const { issuer, issueDate, type, issuedBy } = document;
  const register = chooseRegister(registers, issuer.nif, issueDate);
  const delivered = draftDelivery(document, registers);
  if (register !== 'sii') {
    if (delivered.kind === 'refused') return delivered;
    const { delivery, warnings } = delivered;
    return { kind: 'registered', registration: { register, delivery }, warnings };
  }
  const settlementPeriod = findSettlementPeriod(registers, issuer.nif, findAccrualDate(document));
  const drafted = draftEntry(document, { settlementPeriod, rules, rectifiedOperationDate });
  if (drafted.kind === 'refused' || delivered.kind === 'refused')
    return {
      kind: 'refused',
      findings: [drafted, delivered].flatMap((each) => (each.kind === 'refused' ? each.findings : [])),
    };
  const { entry, warnings } = drafted;
  const { delivery } = delivered;
  const { fiscalYear, period } = entry;
  const operationDate = document.operationDate ?? issueDate;
  const dueBy = findDueBy({ type, issueDate, operationDate, isIssuedByOther: issuedBy !== undefined });
  const write = (own: OwnMarks) => writeEntry(entry, own);
  return {
    kind: 'registered',
    registration: { register, entry: { fiscalYear, period, dueBy, write }, delivery },
    warnings: [...warnings, ...delivered.warnings],
  };
}
