import type { DocumentHead } from '../domain/invoice/write-invoice.ts';
import {
  buildRegistroAlta,
  type ChainLink,
  type SistemaInformatico,
} from '../domain/verifactu/build-registro-alta.ts';
import { SYSTEM_USE } from '../domain/verifactu/sistema-informatico.ts';
import { mapYielding } from '../process/map-yielding.ts';
import type { ChainHead, MovedChain, NewRecord } from '../persistence/issuing/issuing.ts';

export type Software = Pick<
  SistemaInformatico,
  'producerName' | 'producerNif' | 'systemName' | 'systemId' | 'version'
>;

/**
 * Builds the registration records of invoices in their order, each linked to the one before it in its issuer's chain.
 * @param generatedAt the literal that is hashed, `2026-11-20T10:15:30+01:00`.
 * @returns the records and where the heads of the chains are after them.
 */
export async function chainRecords(
  invoices: readonly { readonly id: number; readonly document: DocumentHead }[],
  heads: readonly ChainHead[],
  software: Software,
  generatedAt: string,
): Promise<{ records: NewRecord[]; moved: MovedChain[] }> {
  const current = new Map<string, { head: ChainHead; sequence: number; last: ChainLink | null }>();
  for (const head of heads)
    current.set(head.issuerNif, { head, sequence: head.sequence, last: lastLink(head) });

  const records = await mapYielding(invoices, ({ id, document }) => {
    const chain = current.get(document.issuer.nif)!;
    const { xml, hash } = buildRegistroAlta({
      document,
      // Its own for each record: an invoice may have several, and AEAT's answer names a record by it.
      externalReference: `${chain.head.id}-${chain.sequence + 1}`,
      system: describeSystem(software, chain.head),
      previous: chain.last,
      generatedAt,
    });
    const previousHash = chain.last?.hash ?? null;
    chain.sequence += 1;
    chain.last = {
      issuerNif: document.issuer.nif,
      number: document.number,
      issueDate: document.issueDate,
      hash,
    };
    return { chainId: chain.head.id, sequence: chain.sequence, issuedInvoiceId: id, previousHash, hash, xml };
  });

  const moved = [...current.values()].flatMap(({ head, sequence, last }) =>
    sequence === head.sequence || !last
      ? []
      : [{ id: head.id, sequence, hash: last.hash, number: last.number, issueDate: last.issueDate }],
  );
  return { records, moved };
}

/** What the next record of a chain links to; null before its first one. */
export function lastLink(head: ChainHead): ChainLink | null {
  if (head.lastHash === null) return null;
  return {
    issuerNif: head.issuerNif,
    number: head.lastInvoiceNumber!,
    issueDate: head.lastIssueDate!,
    hash: head.lastHash,
  };
}

/** SistemaInformatico of a chain's next record. */
export function describeSystem(software: Software, head: ChainHead): SistemaInformatico {
  return {
    ...software,
    installationNumber: head.installationNumber,
    ...SYSTEM_USE,
    // Of the organization, not of the installation (AEAT FAQ 4).
    multipleTaxpayers: head.chainsOfOrganization > 1,
  };
}
