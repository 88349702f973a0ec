import type { Pool } from 'pg';
import type { Outcome } from 'verifactu-protocol/client/outcome';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { buildCollectionsQuery, type CollectionsQuery } from '../../domain/sii/messages/build-consulta.ts';
import type { Holder } from '../../domain/sii/messages/build-message.ts';
import {
  COLLECTIONS_READING,
  type CollectionsAnswer,
  type ConsultedCollection,
} from '../../domain/sii/messages/collections-answer.ts';
import { matchCollections } from '../../domain/sii/messages/match-collections.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/sii.sql.ts';
import type { SentEntry } from './claim-message.ts';
import type { SettledLine } from './judge-message.ts';

/** Where AEAT is asked, and about which message. */
type Asking = {
  readonly pool: Pool;
  readonly client: Pick<AeatClient, 'send'>;
  readonly issuer: Holder;
  readonly messageId: number;
};

/**
 * Asks AEAT which collections of invoices it has, after a message whose outcome is unknown. AEAT adds
 * what it is told, so that nothing is sent again before it is known to be absent.
 * @param invoices with collections in the message that have no answer.
 * @param mayGoOn whether there is time for another query.
 * @returns how AEAT has those of each invoice that it answered about; others are asked about later.
 */
export async function lookUpCollections(
  { pool, client, issuer, messageId }: Asking,
  invoices: readonly SentEntry[],
  mayGoOn: () => boolean,
): Promise<SettledLine[]> {
  const ids = invoices.map(({ invoiceId }) => invoiceId);
  const { rows } = await query(pool, sql.listToldCollections(messageId, ids));
  const told = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  const settled: SettledLine[] = [];
  for (const invoice of invoices) {
    const atAeat = await askAbout(client, issuer, invoice, mayGoOn);
    // AEAT would not answer the next question either.
    if (atAeat === null) break;
    const all = told.get(invoice.invoiceId) ?? [];
    const verdict = matchCollections(
      all.filter(({ isSent }) => isSent),
      all.filter(({ isSent }) => !isSent),
      atAeat,
    );
    settled.push({ invoiceId: invoice.invoiceId, ...settle(verdict) });
  }
  return settled;
}

async function askAbout(
  client: Pick<AeatClient, 'send'>,
  issuer: Holder,
  { issuerNif, number, issueDate }: SentEntry,
  mayGoOn: () => boolean,
): Promise<ConsultedCollection[] | null> {
  const found: ConsultedCollection[] = [];
  let page: string | null = null;
  do {
    if (!mayGoOn()) return null;
    const asked: CollectionsQuery = {
      issuer,
      issuerNif,
      number,
      issueDate,
      ...(page !== null && { page }),
    };
    const message = Buffer.from(buildCollectionsQuery(asked), 'utf8');
    const outcome: Outcome<CollectionsAnswer> = await client.send(message, COLLECTIONS_READING);
    if (outcome.kind !== 'answered' || !outcome.answer.isWhole) return null;
    for (const collection of outcome.answer.collections) found.push(collection);
    page = outcome.answer.nextPage;
  } while (page !== null);
  return found;
}

function settle(verdict: ReturnType<typeof matchCollections>): Omit<SettledLine, 'invoiceId'> {
  switch (verdict.kind) {
    case 'registered':
      return { state: 'accepted', code: null, message: null, csv: verdict.csv };
    case 'absent':
      return { state: 'unsettled', code: null, message: null, csv: null };
    case 'unclear':
      return {
        state: 'rejected',
        code: null,
        message: 'AEAT has some of the collections of this message and not the others: compare them at AEAT',
        csv: null,
      };
  }
}
