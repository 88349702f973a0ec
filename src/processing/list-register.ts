import { isDeepStrictEqual } from 'node:util';
import type { AeatClient } from '../aeat/open-aeat-client.ts';
import type { ConsultOutcome, UnknownReason } from '../aeat/outcome.ts';
import type { ConsultedRecord, InvoiceIdentity } from '../domain/verifactu/answer.ts';

/*
 * All that AEAT's register shows of an issuer, or why it does not tell: in words for whoever waits for it, without AEAT's own, which repeat names.
 */

type Issuer = { readonly nif: string; readonly name: string };

/**
 * Reads AEAT's register of an issuer, month by month, all pages.
 * @param from first month, `YYYY-MM`.
 * @param to last month.
 * @returns the records, or why AEAT did not tell all of them.
 */
export async function listRegister(
  client: Pick<AeatClient, 'consult'>,
  issuer: Issuer,
  from: string,
  to: string,
): Promise<ConsultedRecord[] | string> {
  const records: ConsultedRecord[] = [];
  for (const period of listMonths(from, to)) {
    const shown = await listPeriod(client, issuer, period);
    if (typeof shown === 'string') return shown;
    records.push(...shown);
  }
  return records;
}

async function listPeriod(
  client: Pick<AeatClient, 'consult'>,
  issuer: Issuer,
  period: string,
): Promise<ConsultedRecord[] | string> {
  const records: ConsultedRecord[] = [];
  let page: InvoiceIdentity | undefined;
  for (;;) {
    const outcome = await client.consult({ issuer, period, ...(page === undefined ? {} : { page }) });
    if (outcome.kind !== 'answered') return explain(outcome);
    // What could not be read may be what we have not.
    if (!outcome.answer.isWhole) return "AEAT's answer could not be read: a part of it is missing or unknown";
    const { nextPage } = outcome.answer;
    records.push(...outcome.answer.records);
    if (nextPage === null) return records;
    if (isDeepStrictEqual(nextPage, page)) return 'AEAT shows the same page of its register again and again';
    page = nextPage;
  }
}

const UNREADABLE = "AEAT's answer could not be read";
const REASONS: Readonly<Record<UnknownReason, string>> = {
  refused: 'AEAT cannot be reached',
  tls: "AEAT's certificate or ours was not taken",
  timeout: 'AEAT did not answer in time',
  reset: 'AEAT broke the connection off',
  not_http: UNREADABLE,
  redirected: 'AEAT sends us elsewhere, as it does who shows no suitable certificate',
  http_status: 'AEAT answers with an error',
  not_xml: UNREADABLE,
  truncated: UNREADABLE,
  too_large: UNREADABLE,
  wrong_namespace: UNREADABLE,
  late: 'The question was not sent in time',
  aborted: 'The worker stopped before AEAT answered',
};

function explain(outcome: Exclude<ConsultOutcome, { kind: 'answered' }>): string {
  if (outcome.kind === 'unknown') return `${REASONS[outcome.reason]}: ${outcome.detail}`;
  return `AEAT refuses the question: fault ${outcome.fault.code ?? 'without a code'}`;
}

/** Months from one to another, both included, `YYYY-MM`. */
function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
