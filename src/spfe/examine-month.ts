import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import type { IssuerDetails } from '../contracts/issuer-profile.ts';
import type { MessageLanguage, Text } from '../contracts/messages/texts.ts';
import type { SpfeMissingFact, SpfeReason } from '../contracts/spfe.ts';
import { MOST_EXAMINED, MOST_EXAMPLES, type SpfeReadinessView } from '../contracts/v2/spfe-status.ts';
import { judgeSpfe } from '../domain/einvoice/spfe/check-spfe.ts';
import { completeDocument } from '../domain/recipients/complete-document.ts';
import { concernOf } from '../domain/spfe/concern.ts';
import { findIssuerDetails } from '../organizations/issuer-details.ts';
import { findRecipientProfiles } from '../organizations/recipients/recipient-profiles.ts';
import { arePersonsBusinesses } from '../organizations/spfe/persons.ts';
import { readIssuedDocuments } from '../platform/literals/issued-documents.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import * as sql from './spfe-status.sql.ts';

/** Invoices whose documents are read at a time. */
const PAGE = 500;

/** What was found in a month. */
type Found = Omit<SpfeReadinessView, 'month' | 'issuer_nif' | 'notice'>;

/** Which invoices are examined, and for how long. */
export type AskedMonth = {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Null for all issuers of the organization. */
  readonly issuerNif: string | null;
  /** Whether somebody still waits for the answer. The examination ends early otherwise. */
  readonly isWanted: () => boolean;
};

/**
 * Says how ready the invoices of a month are for the SPFE, as if the duty had applied to them, with
 * the present profiles of issuers and recipients and the present default of the organization. Reads
 * their documents page by page, as a member of the organization.
 * @throws MonthArchivedError if a document was archived with its month.
 */
export async function examineMonth(
  connection: Connection,
  organizationId: number,
  { month, issuerNif, isWanted }: AskedMonth,
  language: MessageLanguage,
): Promise<Found> {
  const ask: Parameters<typeof findIssuerDetails>[0] = (statement) =>
    readAsOrganization(connection, organizationId, statement);
  const issuers = (await ask(sql.listIssuersOfMonth(organizationId, issuerNif))).rows;
  const profiles = await findIssuerDetails(
    ask,
    organizationId,
    issuers.map((issuer) => issuer.issuerNif),
  );
  const tally = createTally(await arePersonsBusinesses(ask, organizationId));
  for (const issuer of issuers) {
    let after = { date: '0001-01-01', id: 0 };
    for (;;) {
      const listed = (
        await ask(
          sql.listIssuedInMonth(organizationId, issuer.issuerNif, `${month}-01`, after.date, after.id, PAGE),
        )
      ).rows;
      const last = listed.at(-1);
      if (last === undefined) break;
      if (tally.examined() >= MOST_EXAMINED || !isWanted()) return tally.tell(language, false);
      after = { date: last.issueDate, id: last.id };
      const ids = listed.filter(({ isAnnulled }) => !isAnnulled).map(({ id }) => id);
      const documents = [...(await readIssuedDocuments(connection, organizationId, ids)).values()];
      const recipients = await findRecipientProfiles(ask, organizationId, documents);
      const profile = profiles.get(issuer.issuerNif) ?? null;
      await mapYielding(documents, (document) => tally.add(completeDocument(document, recipients), profile));
    }
  }
  return tally.tell(language, true);
}

type Refused = { readonly message: Text; readonly examples: string[]; invoices: number };

function createTally(persons: boolean | null) {
  const notConcerned = new Map<SpfeReason, number>();
  const unknown = new Map<SpfeMissingFact, number>();
  const refusals = new Map<string, Refused>();
  let examined = 0;
  let concerned = 0;
  let expressible = 0;

  function addConcerned(document: InvoiceDocument, profile: IssuerDetails | null): void {
    concerned += 1;
    const { refusals: found } = judgeSpfe({ document, profile });
    if (found.length === 0) expressible += 1;
    for (const { rule, message } of found) {
      const refused = refusals.get(rule) ?? { message, examples: [], invoices: 0 };
      refusals.set(rule, refused);
      refused.invoices += 1;
      if (refused.examples.length < MOST_EXAMPLES) refused.examples.push(document.number);
    }
  }

  return {
    examined: () => examined,
    add(document: InvoiceDocument, profile: IssuerDetails | null): void {
      examined += 1;
      const concern = concernOf(document, { from: document.issueDate, arePersonsBusinesses: persons });
      if (concern.kind === 'concerned') addConcerned(document, profile);
      else if (concern.kind === 'not_concerned') increase(notConcerned, concern.reason);
      else for (const missing of concern.missing) increase(unknown, missing);
    },
    tell: (language: MessageLanguage, isComplete: boolean): Found => ({
      examined,
      is_complete: isComplete,
      concerned,
      expressible,
      not_concerned: [...notConcerned].map(([reason, invoices]) => ({ reason, invoices })),
      unknown: [...unknown].map(([missing, invoices]) => ({ missing, invoices })),
      refusals: [...refusals]
        .map(([rule, { message, ...counted }]) => ({ rule, message: message[language], ...counted }))
        .toSorted((one, other) => other.invoices - one.invoices || (one.rule < other.rule ? -1 : 1)),
    }),
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
