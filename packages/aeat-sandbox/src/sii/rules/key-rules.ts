import type { Rule } from '../../rules/rule.ts';
import { hasAny, hasOnly, type InvoiceCase } from './case.ts';
import { isRectification } from './type-rules.ts';

/** The additional keys that each principal key allows. Whether 01 allows 17 is not known. */
const COMPATIBLE: Readonly<Record<string, readonly string[]>> = {
  '01': ['02', '17'],
  '03': ['01'],
  '05': ['01', '06', '08', '11', '12', '13'],
  '06': ['11', '12', '13', '14', '15'],
  '07': ['01', '03', '05', '09', '11', '12', '13', '14', '15'],
  '08': ['01'],
  '11': ['08', '15'],
  '12': ['08', '15'],
  '13': ['08', '15'],
};
/** Leases of premises that are not subject to withholding, or partly, and thus name the property. */
const WITH_PROPERTY = ['12', '13'] as const;
/** Situations of properties that have a reference of the cadastre. */
const REGISTERED: ReadonlySet<string> = new Set(['1', '2']);
const PUBLIC_BODY = /^[PQSV]/;

/** Rules for the keys of special regimes. */
export const KEY_RULES: readonly Rule<InvoiceCase>[] = [
  {
    code: 1278,
    breaks: ({ invoice }) => invoice.keys[0] === '06' && ['F2', 'F3', 'F4', 'R5'].includes(invoice.type),
  },
  {
    code: 1292,
    breaks: (given) => hasOnly(given, '14') && !((given.operationDay ?? 0) > given.issueDay),
  },
  {
    code: 1293,
    breaks: (given) => hasOnly(given, '14') && !isCertified(given.invoice.type),
  },
  {
    code: 1294,
    breaks: (given) => hasOnly(given, '14') && !PUBLIC_BODY.test(given.invoice.counterparty?.nif ?? ''),
  },
  { code: 1297, breaks: (given) => given.keys[0] === '10' && given.invoice.type !== 'F1' },
  {
    code: 1298,
    breaks: (given) => hasAny(given, '10') && given.invoice.counterparty?.other?.idType === '07',
  },
  {
    code: 1155,
    breaks: ({ invoice }) =>
      (invoice.properties ?? []).some(
        ({ situation, reference }) => REGISTERED.has(situation) && (reference ?? '').trim() === '',
      ),
  },
  {
    // Amended invoices of travellers' refunds.
    code: 1189,
    breaks: (given) =>
      given.communication === 'A4' &&
      !(hasAny(given, '02') && given.exempt.some(({ cause }) => cause === 'E2')),
  },
];

export const KEY_WARNINGS: readonly Rule<InvoiceCase>[] = [
  {
    code: 2017,
    breaks: ({ invoice: { keys } }) =>
      (keys[1] !== null || keys[2] !== null) && COMPATIBLE[keys[0]] === undefined,
  },
  { code: 2018, breaks: ({ invoice: { keys } }) => !isCompatible(keys[0], keys[1]) },
  { code: 2019, breaks: ({ invoice: { keys } }) => !isCompatible(keys[0], keys[2]) || isRepeated(keys) },
  { code: 2000, breaks: (given) => hasAny(given, ...WITH_PROPERTY) && given.invoice.properties === null },
  { code: 2002, breaks: (given) => !hasAny(given, ...WITH_PROPERTY) && given.invoice.properties !== null },
  { code: 2001, breaks: (given) => !hasAny(given, '06') && given.invoice.baseAtCost !== null },
];

function isCertified(type: string): boolean {
  return type === 'F1' || (isRectification(type) && type !== 'R5');
}

function isCompatible(principal: string, additional: string | null): boolean {
  return additional === null || (COMPATIBLE[principal]?.includes(additional) ?? false);
}

function isRepeated([, first, second]: InvoiceCase['invoice']['keys']): boolean {
  return first !== null && first === second;
}
