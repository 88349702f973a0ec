import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import { describeInvoice } from '../domain/registration/describe-invoice.ts';
import { writeExternalReference } from '../domain/registration/external-reference.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import type { ChainLink } from 'verifactu-protocol/records/xml';
import type { SistemaInformatico } from 'verifactu-protocol/records/sistema-informatico';
import { SYSTEM_USE } from '../domain/registration/declared-system.ts';
import type { ChainHead, MovedChain, NewRecord } from './statements/issuing.ts';

export type Software = Pick<
  SistemaInformatico,
  'producerName' | 'producerNif' | 'systemName' | 'systemId' | 'version'
>;

/** A record with its literal XML. */
export type BuiltRecord = NewRecord & { readonly xml: string };

/** Chains to which records are appended one at a time. */
export type GrowingChains = {
  /**
   * Builds the registration record of an invoice and links it to the previous record of its
   * issuer's chain.
   */
  readonly register: (invoice: { readonly id: number; readonly document: DocumentHead }) => BuiltRecord;
  /** Returns the new heads of the chains to which records were appended. */
  readonly listMoved: () => MovedChain[];
};

/**
 * Opens the chains at their current heads.
 * @param generatedAt the timestamp as it is hashed, such as `2026-11-20T10:15:30+01:00`.
 */
export function openChains(
  heads: readonly ChainHead[],
  software: Software,
  generatedAt: string,
): GrowingChains {
  const chains = new Map(heads.map((head) => [head.issuerNif, beginAt(head, software)]));
  return {
    register({ id, document }) {
      const chain = chains.get(document.issuer.nif)!;
      const { head, last, system } = chain;
      const { xml, hash } = buildRegistroAlta({
        invoice: describeInvoice(document),
        externalReference: writeExternalReference(head.id, chain.sequence + 1),
        system,
        previous: last,
        generatedAt,
      });
      chain.sequence += 1;
      chain.last = {
        issuerNif: document.issuer.nif,
        number: document.number,
        issueDate: document.issueDate,
        hash,
      };
      return {
        chainId: head.id,
        sequence: chain.sequence,
        issuedInvoiceId: id,
        previousHash: last?.hash ?? null,
        hash,
        xml,
      };
    },
    listMoved: () =>
      [...chains.values()].flatMap(({ head, sequence, last }) =>
        sequence === head.sequence || !last
          ? []
          : [{ id: head.id, sequence, hash: last.hash, number: last.number, issueDate: last.issueDate }],
      ),
  };
}

type Chain = {
  readonly head: ChainHead;
  readonly system: SistemaInformatico;
  sequence: number;
  last: ChainLink | null;
};

function beginAt(head: ChainHead, software: Software): Chain {
  return { head, system: describeSystem(software, head), sequence: head.sequence, last: lastLink(head) };
}

/** Returns the link that the next record of a chain contains, or null for the first record. */
export function lastLink(head: ChainHead): ChainLink | null {
  if (head.lastHash === null) return null;
  return {
    issuerNif: head.issuerNif,
    number: head.lastInvoiceNumber!,
    issueDate: head.lastIssueDate!,
    hash: head.lastHash,
  };
}

/** Returns the SistemaInformatico block for the next record of a chain. */
export function describeSystem(software: Software, head: ChainHead): SistemaInformatico {
  return {
    ...software,
    installationNumber: head.installationNumber,
    ...SYSTEM_USE,
    // This refers to the organization, not to the installation (AEAT FAQ 4).
    multipleTaxpayers: head.chainsOfOrganization > 1,
  };
}
