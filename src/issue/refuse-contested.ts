import type { Connection } from '../platform/postgres/database.ts';
import { findContestedIssuers } from './statements/contested-issuers.ts';
import type { ChainHead } from './statements/issuing.ts';

/* One issuer is inside of the regulation or outside of it, whichever organizations issue for it (ops/adr/0020). */

const WHY = {
  withVerifactu: (nif: string) =>
    `Issuer NIF ${nif} is issued for without VeriFactu in this installation: an organization with VeriFactu can't issue for it`,
  withoutVerifactu: (nif: string) =>
    `Issuer NIF ${nif} has VeriFactu records in this installation: an organization without VeriFactu can't issue for it`,
};

/**
 * Finds the issuers that the organization may not issue for, and why: those for whom somebody issues in the other way. An issuer whose chain
 * here has records was asked for before its first one, and nobody has begun in the other way since.
 * @param heads chains of a batch, which the transaction holds, that get records now. Whoever begins in the other way for one of their issuers waits for it;
 *   nobody else does.
 */
export async function refuseContested(
  connection: Connection,
  heads: readonly Pick<ChainHead, 'issuerNif' | 'sequence'>[],
  verifactu: boolean,
): Promise<ReadonlyMap<string, string>> {
  const unasked = heads.filter(({ sequence }) => sequence === 0).map(({ issuerNif }) => issuerNif);
  if (unasked.length === 0) return new Map();
  const contested = await findContestedIssuers(connection, unasked, verifactu);
  const explain = verifactu ? WHY.withVerifactu : WHY.withoutVerifactu;
  return new Map([...contested].map((nif) => [nif, explain(nif)]));
}
