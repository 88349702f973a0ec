import type { ConsultedRecord } from 'verifactu-protocol/remission/answer';
import type { OwnReference } from 'verifactu-protocol/remission/judge-comparison';

/*
 * RefExterna, by which AEAT's answers identify a record: its chain and its sequence. Each record
 * has its own, because an invoice may have several records.
 */

/**
 * Returns the RefExterna of a record, `<chain>-<sequence>`, which AEAT stores with it and returns.
 */
export function writeExternalReference(chainId: number, sequence: number): string {
  return `${chainId}-${sequence}`;
}

/**
 * Returns the records of AEAT's register that a chain sent, according to their RefExterna. Chains
 * of other databases use the same references, so the installation number is compared too. A record
 * without installation number counts as sent by the chain, which is the safe assumption.
 */
export function findOwnReferences(
  chain: { readonly chainId: number; readonly installationNumber: string },
  records: readonly ConsultedRecord[],
): OwnReference[] {
  return records.flatMap(({ externalReference, installationNumber, hash }) => {
    const [, chainId, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(externalReference ?? '') ?? [];
    const isOurs = Number(chainId) === chain.chainId && isInstallation(installationNumber, chain);
    return isOurs ? [{ sequence: Number(sequence), hash }] : [];
  });
}

function isInstallation(shown: string | null, chain: { readonly installationNumber: string }): boolean {
  return shown === null || shown === chain.installationNumber;
}
