import type { Connection } from '../../platform/postgres/database.ts';
import { readAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './accepting.sql.ts';

export type KnownName = {
  readonly name: string;
  /** An operator set it; else it is that of the last record that AEAT accepted. */
  readonly isSet: boolean;
};

/** The names of an organization's issuers by their NIFs, as messages to AEAT have them; without those that have none yet. */
export async function findPersonNames(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, KnownName>> {
  const { rows } = await readAsTenant(connection, organizationId, sql.findPersonNames(organizationId, nifs));
  return new Map(
    rows.flatMap(({ nif, name, isSet }) => (name === null ? [] : [[nif, { name, isSet }] as const])),
  );
}
