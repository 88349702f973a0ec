import { isDeepStrictEqual } from 'node:util';
import type { AeatClient } from '../aeat/open-aeat-client.ts';
import type { ConsultedRecord, InvoiceIdentity } from '../domain/verifactu/answer.ts';
import { explainSilence, PART_UNREADABLE } from './explain-silence.ts';

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
    if (outcome.kind !== 'answered') return explainSilence(outcome);
    // What could not be read may be what we have not.
    if (!outcome.answer.isWhole) return PART_UNREADABLE;
    const { nextPage } = outcome.answer;
    records.push(...outcome.answer.records);
    if (nextPage === null) return records;
    if (isDeepStrictEqual(nextPage, page)) return 'AEAT shows the same page of its register again and again';
    page = nextPage;
  }
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
