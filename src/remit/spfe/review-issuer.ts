import type { Connection } from '../../platform/postgres/database.ts';
import type { AskContext, AskedChain, AskedIssuer } from './ask-question.ts';
import { compareSpfePage } from './compare/compare-page.ts';
import { listDueComparisons } from './compare/comparisons.ts';
import { listDueReadings, MOST_READ, readReports } from './read-reports.ts';

/** Lists issuers that are compared with the SPFE now, or of whose recipients it is asked. */
export async function listDueReviews(connection: Connection, now: Date, most: number): Promise<AskedChain[]> {
  const comparisons = await listDueComparisons(connection, now, most);
  const readings = await listDueReadings(connection, now, most);
  return [...new Map([...comparisons, ...readings].map((issuer) => [issuer.chainId, issuer])).values()];
}

/**
 * Asks the SPFE for the next page of a comparison if one is due, otherwise what recipients reported if
 * that is due. What is sent goes first.
 * @returns when to go on; null if nothing is left to ask.
 * @throws when the database is unavailable. Every failure of the SPFE or the network is a result.
 */
export async function reviewIssuer(context: AskContext, issuer: AskedIssuer): Promise<Date | null> {
  const compared = await compareSpfePage(context, issuer);
  if (compared.kind === 'page' || compared.kind === 'ended') return context.now();
  if (compared.kind === 'wait') return compared.next;
  return compared.kind === 'nothing' && (await readReports(context, issuer)) === MOST_READ
    ? context.now()
    : null;
}
