import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './accepting.sql.ts';

export type KnownName = {
  readonly name: string;
  /**
   * True if an operator set the name; false if it is the name in the last record that AEAT
   * accepted.
   */
  readonly isSet: boolean;
};

/**
 * Returns the names of an organization's issuers by NIF, as messages to AEAT use them. Omits
 * issuers without a name.
 */
export async function findPersonNames(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, KnownName>> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findPersonNames(organizationId, nifs),
  );
  return new Map(
    rows.flatMap(({ nif, name, isSet }) => (name === null ? [] : [[nif, { name, isSet }] as const])),
  );
}
