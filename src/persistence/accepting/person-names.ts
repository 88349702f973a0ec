import type { Connection } from '../connection/database.ts';
import { readAs } from '../connection/scoped-query.ts';
import { statementsBeside } from '../connection/statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const FIND_PERSON_NAMES = loadStatement('find-person-names');

/** The names of an organization's issuers by their NIFs, as messages to AEAT have them; without those that have none yet. */
export async function findPersonNames(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await readAs<{ nif: string; name: string | null }>(connection, organizationId, {
    ...FIND_PERSON_NAMES,
    values: [organizationId, nifs],
  });
  return new Map(rows.flatMap(({ nif, name }) => (name === null ? [] : [[nif, name] as const])));
}
