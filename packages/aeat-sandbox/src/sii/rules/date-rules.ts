import { addYears } from '../../records/calendar.ts';
import type { Rule } from '../../rules/rule.ts';
import { hasAny, type InvoiceCase } from './case.ts';

/** The oldest invoices and operations, in years. */
const OLDEST = 20;
/** Taxpayers who settle by quarter may be in SII since this year. */
const FIRST_YEAR_OF_QUARTERS = 2018;
/** Works certificates and continuous supplies, whose VAT becomes due after the issue. */
const DUE_LATER = ['14', '15'] as const;

/** Rules for what identifies the invoice. */
export const IDENTITY_RULES: readonly Rule<InvoiceCase>[] = [
  { code: 1112, breaks: ({ invoice, taxpayer }) => invoice.id.nif !== taxpayer.nif },
  { code: 1105, breaks: ({ invoice }) => invoice.id.number.trim() === '' },
  { code: 1142, breaks: ({ invoice }) => invoice.lastNumber?.trim() === '' },
  { code: 1106, breaks: ({ issueDay }) => issueDay === 0 },
  { code: 1125, breaks: ({ issueDay, today }) => issueDay > today },
  { code: 1196, breaks: ({ issueDay, today }) => issueDay < addYears(today, -OLDEST) },
  { code: 1180, breaks: ({ operationDay }) => operationDay === 0 },
  {
    code: 1197,
    breaks: ({ operationDay, today }) => operationDay !== null && operationDay < addYears(today, -OLDEST),
  },
  {
    code: 1167,
    breaks: ({ operationDay, today }) => operationDay !== null && yearOf(operationDay) > yearOf(today) + 1,
  },
  {
    code: 1290,
    breaks: (given) =>
      given.operationDay !== null && given.operationDay > given.issueDay && !hasAny(given, ...DUE_LATER),
  },
];

/** Rules for the period of settlement. */
export const PERIOD_RULES: readonly Rule<InvoiceCase>[] = [
  // The year as a whole (`0A`) is for other books.
  { code: 1102, breaks: ({ invoice }) => invoice.period.period === '0A' },
  { code: 1186, breaks: ({ invoice, today }) => Number(invoice.period.year) < yearOf(today) - OLDEST },
  {
    code: 1211,
    breaks: ({ invoice: { period } }) =>
      period.period.endsWith('T') && Number(period.year) < FIRST_YEAR_OF_QUARTERS,
  },
  { code: 1200, breaks: (given) => !isOfTaxpayer(given) },
  {
    code: 1126,
    breaks: (given) => !isDueInFuture(given) && Number(given.invoice.period.year) > yearOf(given.today),
  },
  {
    code: 1145,
    breaks: (given) => !isDueInFuture(given) && firstMonthOf(given.invoice.period) > monthOf(given.today),
  },
  {
    code: 1187,
    breaks: (given) =>
      isDueInFuture(given) && Number(given.invoice.period.year) < yearOf(given.operationDay ?? 0),
  },
  {
    code: 1188,
    breaks: (given) =>
      isDueInFuture(given) && lastMonthOf(given.invoice.period) < monthOf(given.operationDay ?? 0),
  },
  {
    // What was issued before the taxpayer was in SII.
    code: 1306,
    breaks: (given) =>
      hasAny(given, '16') && staysOf(given).some((stay) => contains(stay, given.invoice.period)),
  },
];

type Stay = { readonly period: 'month' | 'quarter'; readonly from: string; readonly until?: string };
type Period = InvoiceCase['invoice']['period'];

/** The stays in SII that the census lists; none if it lists nobody's. */
function staysOf({ census, taxpayer }: InvoiceCase): readonly Stay[] {
  return census.staysInSii(taxpayer.nif) ?? [];
}

/** Returns whether the taxpayer settles VAT by periods of this length. */
function isOfTaxpayer(given: InvoiceCase): boolean {
  const { period } = given.invoice;
  const stays = staysOf(given).filter((stay) => contains(stay, period));
  const length = period.period.endsWith('T') ? 'quarter' : 'month';
  return stays.length === 0 || stays.some((stay) => stay.period === length);
}

/** Returns whether a period lies in a stay, as months such as 202611. */
function contains({ from, until }: Stay, period: Period): boolean {
  const month = (day: string) => Number(day.slice(0, 7).replace('-', ''));
  return firstMonthOf(period) >= month(from) && (until === undefined || firstMonthOf(period) <= month(until));
}

function isDueInFuture(given: InvoiceCase): boolean {
  return given.operationDay !== null && given.operationDay > given.today && hasAny(given, ...DUE_LATER);
}

function firstMonthOf({ year, period }: Period): number {
  const month = period.endsWith('T') ? Number(period[0]) * 3 - 2 : Number(period);
  return Number(year) * 100 + month;
}

function lastMonthOf(period: Period): number {
  return firstMonthOf(period) + (period.period.endsWith('T') ? 2 : 0);
}

function yearOf(day: number): number {
  return Math.floor(day / 10_000);
}

function monthOf(day: number): number {
  return Math.floor(day / 100);
}
