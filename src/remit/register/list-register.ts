import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { ConsultedRecord } from 'verifactu-protocol/remission/answer';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { explainSilence, PART_UNREADABLE } from './explain-silence.ts';

type Issuer = { readonly nif: string; readonly name: string };

export type RegisterPage = {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly records: readonly ConsultedRecord[];
};
/**
 * Processes a page of the register.
 * @returns the reason to stop, or null to continue.
 */
type OnPage = (page: RegisterPage) => Promise<string | null>;

/**
 * Maximum number of pages of a month, each of up to 10,000 records: 100 million invoices of one
 * issuer.
 */
const MAX_PAGES = 10_000;

/**
 * Reads AEAT's register of an issuer by month and page. The register may be large, therefore each
 * page is processed before the next one is requested.
 * @param from first month, `YYYY-MM`.
 * @param to last month, `YYYY-MM`.
 * @returns null when AEAT returned the whole register, otherwise the reason why reading stopped.
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
    // An unreadable part may contain records that the database lacks.
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

/** Lists the months from one to another, both included, as `YYYY-MM`. */
function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
