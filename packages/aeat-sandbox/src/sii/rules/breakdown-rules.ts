import type { Rule } from '../../rules/rule.ts';
import { hasAny, hasOnly, type InvoiceCase, type Row } from './case.ts';
import { demandedBreakdown } from './party-rules.ts';
import { isFull } from './type-rules.ts';

/** The keys with which VAT may be charged to the recipient. */
const REVERSIBLE = ['01', '04', '05', '06', '07', '12', '14'] as const;

/** Rules for the blocks of TipoDesglose, which the schema lets be empty. */
export const BLOCK_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1148, breaks: ({ invoice }) => invoice.blocks.length === 0 },
  {
    code: 1141,
    breaks: ({ invoice }) =>
      invoice.blocks.some(({ subject, notSubject }) => subject === null && notSubject === null),
  },
  {
    code: 1140,
    breaks: ({ invoice }) =>
      invoice.blocks.some(
        ({ subject }) => subject !== null && subject.exempt === null && subject.taxable === null,
      ),
  },
  {
    code: 1115,
    breaks: ({ invoice }) =>
      invoice.blocks.some(
        ({ notSubject }) =>
          notSubject !== null && notSubject.byArticles === null && notSubject.byPlace === null,
      ),
  },
];

/** Rules for reverse charges: S2, and S3 of a block that has both kinds of rows. */
export const REVERSE_CHARGE_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1299, breaks: ({ rows, invoice }) => hasKind(rows, 'S2') && !isFull(invoice.type) },
  { code: 1300, breaks: ({ rows, invoice }) => hasKind(rows, 'S3') && !isFull(invoice.type) },
  {
    code: 1114,
    breaks: (given) => hasKind(given.rows, 'S2', 'S3') && !hasAny(given, ...REVERSIBLE),
  },
  { code: 1268, breaks: ({ rows }) => rows.some(({ kind, rate }) => kind === 'S2' && rate !== 0) },
  { code: 1269, breaks: ({ rows }) => rows.some(({ kind, tax }) => kind === 'S2' && tax !== 0) },
  { code: 1273, breaks: ({ rows }) => mixedBlocks(rows).some((block) => block.length < 2) },
  {
    code: 1272,
    breaks: ({ rows }) =>
      mixedBlocks(rows).some(
        (block) => block.every(({ rate }) => rate === 0) || block.every(({ rate }) => rate !== 0),
      ),
  },
];

/** Rules of keys for what the breakdown may contain. */
export const KEY_BREAKDOWN_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1252, breaks: (given) => hasOnly(given, '02') && given.exempt.length === 0 },
  {
    code: 1281,
    breaks: (given) => hasOnly(given, '02') && (given.rows.length > 0 || hasNotSubject(given)),
  },
  { code: 1282, breaks: (given) => hasAny(given, '02') && given.exempt.length === 0 },
  { code: 1285, breaks: (given) => hasOnly(given, '03') && hasNotSubject(given) },
  { code: 1286, breaks: (given) => hasOnly(given, '03') && hasKind(given.rows, 'S2', 'S3') },
  { code: 1287, breaks: (given) => hasOnly(given, '03') && given.exempt.length > 0 },
  { code: 1288, breaks: (given) => hasOnly(given, '04') && hasNotSubject(given) },
  { code: 1289, breaks: (given) => hasOnly(given, '04') && hasKind(given.rows, 'S1', 'S3') },
  { code: 1302, breaks: (given) => hasOnly(given, '07') && hasNotSubject(given) },
  { code: 1303, breaks: (given) => hasOnly(given, '07') && hasKind(given.rows, 'S2', 'S3') },
  { code: 1304, breaks: (given) => hasOnly(given, '07') && isExemptBy(given, 'E2', 'E3', 'E4', 'E5') },
  { code: 1171, breaks: (given) => hasAny(given, '08') && Number.isNaN(given.byPlace) },
  {
    code: 1280,
    breaks: (given) => hasOnly(given, '08') && (isSubject(given) || !Number.isNaN(given.byArticles)),
  },
  {
    code: 1296,
    breaks: (given) =>
      hasAny(given, '10') &&
      (isSubject(given) || !Number.isNaN(given.byPlace) || Number.isNaN(given.byArticles)),
  },
  { code: 1295, breaks: (given) => hasOnly(given, '01') && isExemptBy(given, 'E2', 'E3') },
  {
    // Leases of premises bear the general rate.
    code: 1307,
    breaks: (given) =>
      hasOnly(given, '11') && given.rows.some(({ kind, rate }) => kind === 'S1' && rate !== 2100),
  },
];

/** The wrong breakdown for the recipient is accepted with errors. */
export const BREAKDOWN_WARNINGS: readonly Rule<InvoiceCase>[] = [
  {
    code: 2006,
    breaks: ({ invoice }) => {
      const demanded = demandedBreakdown(invoice);
      return demanded !== null && invoice.breakdown !== demanded;
    },
  },
];

function hasKind(rows: readonly Row[], ...kinds: readonly string[]): boolean {
  return rows.some(({ kind }) => kinds.includes(kind));
}

function hasNotSubject({ byArticles, byPlace }: InvoiceCase): boolean {
  return !Number.isNaN(byArticles) || !Number.isNaN(byPlace);
}

function isSubject({ rows, exempt }: InvoiceCase): boolean {
  return rows.length > 0 || exempt.length > 0;
}

function isExemptBy({ exempt }: InvoiceCase, ...causes: readonly string[]): boolean {
  return exempt.some(({ cause }) => cause !== null && causes.includes(cause));
}

/** Returns the rows of each block with S3. */
function mixedBlocks(rows: readonly Row[]): Row[][] {
  const mixed = rows.filter(({ kind }) => kind === 'S3');
  return [...Map.groupBy(mixed, ({ block }) => block).values()];
}
