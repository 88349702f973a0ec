import type { Rule } from '../../rules/rule.ts';
import type { InvoiceCase } from './case.ts';

/** The types that identify no recipient: simplified invoices, their summaries and rectifications. */
const SIMPLIFIED: ReadonlySet<string> = new Set(['F2', 'F4', 'R5']);
/** The types that only the book of received invoices has. */
const RECEIVED: ReadonlySet<string> = new Set(['F5', 'F6', 'LC']);
/** Invoices that may be simplified ones with the recipient's data (art. 7.2 and 7.3), and reverse charges. */
const WITH_RECIPIENT: ReadonlySet<string> = new Set(['F1', 'F3', 'R1', 'R2', 'R3', 'R4']);
const WITH_COUPON: ReadonlySet<string> = new Set(['R1', 'R5', 'F4']);
/** 100,000,000.00 € in cents. */
const MACRODATA = 10_000_000_000;
/** The first day of the yearly adjustment of margins (AJ). */
const FIRST_ADJUSTMENT = 2025_10_01;

/** Rules for the type of an invoice and what depends on it alone. */
export const TYPE_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1107, breaks: ({ invoice }) => RECEIVED.has(invoice.type) },
  {
    code: 1134,
    breaks: ({ invoice }) => isRectification(invoice.type) && invoice.rectification === null,
  },
  {
    code: 1135,
    breaks: ({ invoice }) => !isRectification(invoice.type) && invoice.rectification !== null,
  },
  { code: 1136, breaks: ({ invoice }) => invoice.grouped && invoice.type !== 'F3' },
  {
    code: 1137,
    breaks: ({ invoice }) => invoice.rectified && !isRectification(invoice.type) && invoice.type !== 'F4',
  },
  { code: 1138, breaks: ({ invoice }) => invoice.rectification === 'S' && !invoice.rectifiedAmount },
  {
    code: 1139,
    breaks: ({ invoice }) =>
      invoice.rectifiedAmount && invoice.rectification !== 'S' && invoice.type !== 'F4',
  },
  { code: 1127, breaks: ({ invoice }) => invoice.type === 'F4' && invoice.lastNumber === null },
  { code: 1128, breaks: ({ invoice }) => invoice.type !== 'F4' && invoice.lastNumber !== null },
  { code: 1165, breaks: ({ invoice }) => invoice.lastNumber === invoice.id.number },
  { code: 1207, breaks: ({ invoice }) => invoice.byThirdParty === 'S' && invoice.gasMarket === 'S' },
  // An absent total is smaller, too.
  {
    code: 1204,
    breaks: ({ invoice, total }) => invoice.macrodata === 'S' && !(Math.abs(total) >= MACRODATA),
  },
  { code: 1208, breaks: ({ invoice, total }) => invoice.macrodata !== 'S' && Math.abs(total) >= MACRODATA },
  { code: 1160, breaks: ({ invoice }) => invoice.coupon === 'S' && !WITH_COUPON.has(invoice.type) },
  {
    code: 1183,
    breaks: ({ invoice, census }) => invoice.agreement !== null && !census.knowsAgreement(invoice.agreement),
  },
];

const adjusts =
  (breaks: (given: InvoiceCase) => boolean) =>
  (given: InvoiceCase): boolean =>
    given.invoice.type === 'AJ' && breaks(given);

/** Rules for the yearly adjustment of margins. */
export const ADJUSTMENT_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1241, breaks: adjusts(({ invoice }) => Number(invoice.period.year) < 2025) },
  { code: 1242, breaks: adjusts(({ issueDay }) => issueDay < FIRST_ADJUSTMENT) },
  { code: 1243, breaks: adjusts(({ operationDay }) => operationDay !== null) },
  { code: 1244, breaks: adjusts(({ keys }) => keys.length > 1 || !['03', '05'].includes(keys[0]!)) },
  { code: 1245, breaks: adjusts(({ invoice }) => invoice.counterparty !== null) },
  { code: 1246, breaks: adjusts(({ invoice }) => invoice.breakdown !== 'DesgloseFactura') },
  { code: 1248, breaks: adjusts(({ invoice }) => invoice.blocks.some((block) => block.notSubject !== null)) },
  { code: 1249, breaks: adjusts(({ exempt }) => exempt.length > 0) },
  { code: 1247, breaks: adjusts(({ rows }) => rows.some(({ kind }) => kind !== 'S1')) },
  { code: 1239, breaks: adjusts(({ rows }) => rows.some(({ rate }) => !(rate > 0))) },
  { code: 1240, breaks: adjusts(({ rows }) => rows.some(({ base }) => base === 0)) },
];

/** Flags that are accepted with errors where the type excludes them. */
export const FLAG_WARNINGS: readonly Rule<InvoiceCase>[] = [
  { code: 2022, breaks: ({ invoice }) => invoice.qualified === 'S' && !isFull(invoice.type) },
  { code: 2023, breaks: ({ invoice }) => invoice.unidentified === 'S' && !isSimplified(invoice.type) },
];

/** Returns whether a type rectifies another invoice. */
export function isRectification(type: string): boolean {
  return type.startsWith('R');
}

/** Returns whether a type has no recipient. */
export function isSimplified(type: string): boolean {
  return SIMPLIFIED.has(type);
}

/** Returns whether a type has a recipient, except the adjustment of margins. */
export function isFull(type: string): boolean {
  return WITH_RECIPIENT.has(type);
}
