import type { AeatClient } from '../aeat/open-aeat-client.ts';
import type { ConsultedRecord } from '../../domain/verifactu/answer.ts';
import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import { explainSilence, PART_UNREADABLE } from './explain-silence.ts';

type Issuer = { readonly nif: string; readonly name: string };

export type RegisterPage = {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly records: readonly ConsultedRecord[];
};
/** @returns why no more is wanted; null to go on. */
type OnPage = (page: RegisterPage) => Promise<string | null>;

/** Of a month, each of up to 10,000 records: a hundred million invoices of one issuer. */
const MAX_PAGES = 10_000;

/**
 * Reads AEAT's register of an issuer, month by month, page by page. It may be large: each page is done with before the next one is asked for.
 * @param from first month, `YYYY-MM`.
 * @param to last month.
 * @returns null when AEAT showed all of it, or why it did not, or why no more was wanted.
 */
export async function listRegister(
  client: Pick<AeatClient, 'consult'>,
  issuer: Issuer,
  from: string,
  to: string,
  onPage: OnPage,
): Promise<string | null> {
  for (const month of listMonths(from, to)) {
    const silence = await listMonth(client, issuer, month, onPage);
    if (silence !== null) return silence;
  }
  return null;
}

async function listMonth(
  client: Pick<AeatClient, 'consult'>,
  issuer: Issuer,
  month: string,
  onPage: OnPage,
): Promise<string | null> {
  const asked = new Set<string>();
  let page: InvoiceIdentity | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const outcome = await client.consult({ issuer, period: month, ...(page === undefined ? {} : { page }) });
    if (outcome.kind !== 'answered') return explainSilence(outcome);
    // What could not be read may be what we have not.
    if (!outcome.answer.isWhole) return PART_UNREADABLE;
    const { nextPage, records } = outcome.answer;
    const enough = await onPage({ month, records });
    if (enough !== null) return enough;
    if (nextPage === null) return null;
    const key = JSON.stringify([nextPage.issuerNif, nextPage.number, nextPage.issueDate]);
    if (asked.has(key)) return 'AEAT shows the same page of its register again and again';
    asked.add(key);
    page = nextPage;
  }
  return `AEAT shows more than ${MAX_PAGES.toLocaleString('en-US')} pages of its register for one month, which no issuer can have`;
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
