import { judgeBy, type Rule, type Verdict } from '../../rules/rule.ts';
import type { IssuedInvoice } from '../records/invoice.ts';
import { AMOUNT_RULES, AMOUNT_WARNINGS, RATE_RULES } from './amount-rules.ts';
import {
  BLOCK_RULES,
  BREAKDOWN_WARNINGS,
  KEY_BREAKDOWN_RULES,
  REVERSE_CHARGE_RULES,
} from './breakdown-rules.ts';
import { buildInvoiceCase, type InvoiceCase, type Surroundings } from './case.ts';
import { describeSiiCode } from './code-texts.ts';
import { IDENTITY_RULES, PERIOD_RULES } from './date-rules.ts';
import { KEY_RULES, KEY_WARNINGS } from './key-rules.ts';
import { PARTY_RULES, PARTY_WARNINGS } from './party-rules.ts';
import { ADJUSTMENT_RULES, FLAG_WARNINGS, TYPE_RULES } from './type-rules.ts';

/** The rules that refuse a record, in an assumed order. The first broken one determines the answer. */
export const INVOICE_RULES: readonly Rule<InvoiceCase>[] = [
  ...IDENTITY_RULES,
  ...PERIOD_RULES,
  ...TYPE_RULES,
  ...ADJUSTMENT_RULES,
  ...PARTY_RULES,
  ...BLOCK_RULES,
  ...KEY_RULES,
  ...KEY_BREAKDOWN_RULES,
  ...REVERSE_CHARGE_RULES,
  ...RATE_RULES,
  ...AMOUNT_RULES,
];
/** The rules with whose violation a record is accepted. */
export const INVOICE_WARNINGS: readonly Rule<InvoiceCase>[] = [
  ...PARTY_WARNINGS,
  ...BREAKDOWN_WARNINGS,
  ...KEY_WARNINGS,
  ...FLAG_WARNINGS,
  ...AMOUNT_WARNINGS,
];

const RULES = { errors: INVOICE_RULES, warnings: INVOICE_WARNINGS };

/** Judges a record by its content. The state of its entry in the book is checked separately. */
export function judgeInvoice(invoice: IssuedInvoice, surroundings: Surroundings): Verdict {
  return judgeBy(buildInvoiceCase(invoice, surroundings), RULES, describeSiiCode);
}
