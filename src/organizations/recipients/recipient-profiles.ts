import type { Order } from '../../contracts/acts.ts';
import { Compile } from 'typebox/compile';
import { RecipientProfile } from '../../contracts/recipient-profile.ts';
import {
  completeDocument,
  listProfiledNumbers,
  type RecipientProfiles,
} from '../../domain/recipients/complete-document.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { isUniqueViolation } from '../../platform/postgres/failures.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { type Ask, query } from '../../platform/postgres/statement.ts';
import * as sql from './recipients.sql.ts';

/*
 * The profiles of recipients: what electronic invoices need of a recipient where an invoice does
 * not state it. Each change is a new version, and an issued invoice contains the values of its time
 * of issue.
 */

const NO_PROFILES: RecipientProfiles = new Map();

const shape = Compile(RecipientProfile);

/** Finds the present profiles of the recipients of documents. */
export async function findRecipientProfiles(
  ask: Ask,
  organizationId: number,
  documents: Iterable<InvoiceDocument>,
): Promise<RecipientProfiles> {
  return findProfiles(ask, organizationId, listProfiledNumbers(documents));
}

/**
 * Finds the present profiles of recipients by their numbers. Leaves out profiles of a wrong shape,
 * which the engine never stores, because their values would become part of an immutable document.
 */
export async function findProfiles(
  ask: Ask,
  organizationId: number,
  wanted: Iterable<string>,
): Promise<RecipientProfiles> {
  const numbers = [...wanted];
  if (numbers.length === 0) return NO_PROFILES;
  const { rows } = await ask(sql.findRecipientProfiles(organizationId, numbers));
  return new Map(
    rows.flatMap(({ number, profile }) => (shape.Check(profile) ? [[number, profile] as const] : [])),
  );
}

/** Completes a document with the present profiles of its recipients. */
export async function completeWithProfiles(
  ask: Ask,
  organizationId: number,
  document: InvoiceDocument,
): Promise<InvoiceDocument> {
  return completeDocument(document, await findRecipientProfiles(ask, organizationId, [document]));
}

export type StoredProfile = sql.ListRecipientProfilesRow;

/** Returns the profile of one recipient as a member of its organization; null if there is none. */
export async function getRecipientProfile(
  connection: Connection,
  organizationId: number,
  number: string,
): Promise<StoredProfile | null> {
  const statement = sql.getRecipientProfile(organizationId, number);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return rows[0] ?? null;
}

/**
 * Lists the profiles of an organization as a member of it, the last change first.
 * @param before only changes with smaller ids.
 */
export async function listRecipientProfiles(
  connection: Connection,
  organizationId: number,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<StoredProfile[]> {
  const statement = sql.listRecipientProfiles(organizationId, before, most);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return rows;
}

/** Lists the profiles of an organization, or the profile of one recipient, as an operator. */
export async function listAsOperator(
  connection: Connection,
  organizationId: number,
  number: string | null,
): Promise<StoredProfile[]> {
  const { rows } = await query(
    connection,
    number === null
      ? sql.listRecipientProfiles(organizationId, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
      : sql.getRecipientProfile(organizationId, number),
  );
  return rows;
}

/** Lists all versions of the profile of a recipient as an operator, the last first. */
export async function listProfileVersions(
  connection: Connection,
  organizationId: number,
  number: string,
): Promise<readonly sql.ListProfileVersionsRow[]> {
  return (await query(connection, sql.listProfileVersions(organizationId, number))).rows;
}

/**
 * Changes the profile of a recipient for an API key with the right `recipients`. The database
 * checks the right and records an act of the key.
 * @param profile null removes it.
 * @returns `forbidden` without the right, `unknown` if there is no profile to remove, `same` if
 *   nothing had to change.
 */
export async function changeOwnProfile(
  connection: Connection,
  { organizationId, tokenHash }: { readonly organizationId: number; readonly tokenHash: Buffer },
  number: string,
  profile: RecipientProfile | null,
  now: Date,
): Promise<sql.ChangeOwnRecipientProfileRow['outcome']> {
  const text = profile && JSON.stringify(profile);
  const statement = sql.changeOwnRecipientProfile(tokenHash, now, number, text);
  const { rows } = await queryAsOrganization(connection, organizationId, statement);
  return rows[0]!.outcome;
}

/**
 * Changes the profile of a recipient on an operator's order, and records the act.
 * @param profile null removes it.
 */
export async function changeAsOperator(
  connection: Connection,
  organizationId: number,
  number: string,
  profile: RecipientProfile | null,
  { operator, reason }: Order,
): Promise<void> {
  const text = profile && JSON.stringify(profile);
  const change = () =>
    query(connection, sql.changeRecipientProfile(organizationId, number, text, operator, reason));
  for (;;)
    try {
      await change();
      return;
    } catch (error) {
      // A version that was stored at the same time. It is superseded by the next attempt.
      if (!isUniqueViolation(error)) throw error;
    }
}
