import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const HOLD_ISSUERS = loadStatement('hold-issuers');
const FIND_CONTESTED = loadStatement('find-contested-issuers');

/**
 * Which issuers an organization may not issue for, because somebody in the installation issues for them in the other way, with VeriFactu or
 * without. Whoever begins to issue for one of them in the other way waits until the transaction ends, and nobody else does.
 */
export async function findContestedIssuers(
  connection: Connection,
  issuerNifs: readonly string[],
  verifactu: boolean,
): Promise<ReadonlySet<string>> {
  // A statement of its own: the next one sees what was committed while this one waited.
  await connection.query({ ...HOLD_ISSUERS, values: [issuerNifs, verifactu] });
  const { rows } = await connection.query<{ nif: string }>({
    ...FIND_CONTESTED,
    values: [issuerNifs, verifactu],
  });
  return new Set(rows.map(({ nif }) => nif));
}
