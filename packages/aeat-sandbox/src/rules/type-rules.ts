import { readDay } from '../records/calendar.ts';
import type { InvoiceId } from '../records/record.ts';
import type { Census } from '../taxpayers/census.ts';
import type { AltaCase } from './case.ts';
import type { Rule } from './rule.ts';
import { hasForbiddenCharacter, hasForeignCharacter } from './characters.ts';

/** 3,000.00 € plus AEAT's tolerance of 10.00 €, in cents. */
const SIMPLIFIED_LIMIT = 301_000;
/** 100,000,000.00 € in cents. */
const MACRODATO = 10_000_000_000;
const FULL: ReadonlySet<string> = new Set(['F1', 'F3', 'R1', 'R2', 'R3', 'R4']);

/** Returns whether a type of invoice names its recipient. */
export function isFull(type: string): boolean {
  return FULL.has(type);
}

/** Rules for each type of invoice. */
export const TYPE_RULES: readonly Rule<AltaCase>[] = [
  { code: 1153, breaks: ({ record }) => record.rechazoPrevio === 'X' && record.subsanacion !== 'S' },
  { code: 1161, breaks: ({ record }) => record.rechazoPrevio === 'S' && record.subsanacion !== 'S' },
  { code: 1114, breaks: ({ record }) => isCorrective(record.type) && record.rectification === null },
  { code: 1115, breaks: ({ record }) => !isCorrective(record.type) && record.rectification !== null },
  { code: 1117, breaks: ({ record }) => !isCorrective(record.type) && record.rectified !== null },
  { code: 1116, breaks: ({ record }) => record.type !== 'F3' && record.substituted !== null },
  {
    code: 1154,
    breaks: ({ record, census }) => referredInvoices(record).some(({ nif }) => !census.knows(nif)),
  },
  {
    code: 1130,
    breaks: ({ record }) => referredInvoices(record).some(({ number }) => hasForeignCharacter(number)),
  },
  {
    code: 1287,
    breaks: ({ record }) => referredInvoices(record).some(({ number }) => hasForbiddenCharacter(number)),
    detail: () => 'NumSerieFactura',
  },
  { code: 1145, breaks: ({ record }) => referredInvoices(record).some(({ date }) => readDay(date) === 0) },
  { code: 1118, breaks: ({ record }) => record.rectification === 'S' && record.rectifiedAmount === null },
  { code: 1119, breaks: ({ record }) => record.rectification !== 'S' && record.rectifiedAmount !== null },
  { code: 1183, breaks: ({ record }) => record.simplified7273 === 'S' && !isFull(record.type) },
  { code: 1185, breaks: ({ record }) => record.unidentified61d === 'S' && isFull(record.type) },
  {
    code: 1157,
    breaks: ({ record }) => record.coupon === 'S' && record.type !== 'R1' && record.type !== 'R5',
  },
  { code: 1138, breaks: ({ record, total }) => record.macrodato === 'S' && Math.abs(total) < MACRODATO },
  { code: 1139, breaks: ({ record, total }) => record.macrodato !== 'S' && Math.abs(total) >= MACRODATO },
  { code: 1150, breaks: exceedsSimplifiedLimit },
  { code: 1128, breaks: ({ record, census }) => isUnknownAgreement(record.agreement, census) },
  { code: 1242, breaks: ({ record, census }) => isUnknownAgreement(record.systemAgreement, census) },
];

function isCorrective(type: string): boolean {
  return type.startsWith('R');
}

function referredInvoices({ rectified, substituted }: AltaCase['record']): readonly InvoiceId[] {
  return [...(rectified ?? []), ...(substituted ?? [])];
}

function isUnknownAgreement(number: string | null, census: Census): boolean {
  return number !== null && !census.knowsAgreement(number);
}

function exceedsSimplifiedLimit({ record, lines }: AltaCase): boolean {
  if (record.type !== 'F2' || record.unidentified61d === 'S' || record.agreement !== null) return false;
  return lines.reduce((sum, { base, tax }) => sum + base + (tax || 0), 0) > SIMPLIFIED_LIMIT;
}
