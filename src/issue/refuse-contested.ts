import { formatMessage } from '../contracts/messages/format-message.ts';
import { MEMBER_NAMES, sayAbout } from '../domain/reading/findings.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { findContestedIssuers } from './statements/contested-issuers.ts';
import type { ChainHead } from './statements/issuing.ts';
import type { Text } from '../contracts/messages/texts.ts';

/*
 * An issuer uses either VeriFactu or not, for all organizations that issue for it (ops/adr/0020).
 */

/**
 * Returns the issuers that the organization may not issue for, with an error message each: another
 * organization issues for them in the other mode. A chain that already has records needs no check,
 * because its issuer was checked before the first record and no organization can have started in
 * the other mode since.
 * @param heads heads of the chains of a batch that receive records now. The transaction has locked
 *   these chains. Only a transaction that starts to issue for one of the issuers in the other mode
 *   waits for it.
 */
export async function refuseContested(
  connection: Connection,
  heads: readonly Pick<ChainHead, 'issuerNif' | 'sequence'>[],
  verifactu: boolean,
): Promise<ReadonlyMap<string, Text>> {
  const unasked = heads.filter(({ sequence }) => sequence === 0).map(({ issuerNif }) => issuerNif);
  if (unasked.length === 0) return new Map();
  const contested = await findContestedIssuers(connection, unasked, verifactu);
  const code = verifactu ? 'issuer_without_verifactu' : 'issuer_with_verifactu';
  return new Map(
    [...contested].map((nif) => [nif, sayAbout(MEMBER_NAMES.issuer_nif, formatMessage(code, { nif }))]),
  );
}
