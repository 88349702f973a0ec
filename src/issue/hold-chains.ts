import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { identityOf, type NumberOwner } from '../domain/invoice/invoice-identity.ts';
import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import { pipeline, type Beginning } from '../platform/postgres/pipeline.ts';
import {
  type ChainHead,
  lockBatch,
  lockChains,
  readIssuability,
  type UnfinishedBatch,
} from './statements/issuing.ts';
import type { Rectifiable } from '../domain/invoice/resolve-rectified.ts';
import { type Ask, findIssuedNumbers, findRectified } from './statements/lookups.ts';

export type HoldContext = {
  readonly now: () => Date;
  /** Whether it waits for chains that other transactions hold. */
  readonly mayWait: boolean;
  /** Told when it holds them: it waits no longer. */
  readonly onHeld: () => void;
  /** Lineage of the database that is in use, where it is known. */
  readonly activeLineage: Promise<string | null>;
};

/** An invoice that may be issued. */
type Candidate = { readonly document: DocumentHead; readonly rectifiedInvoiceId?: number };

/** The chains of a batch are held, so that what was asked under them stays so. */
export type Held = {
  readonly kind: 'held';
  /** Of all its records: read under the locks, so that time runs along each chain. */
  readonly at: Date;
  readonly heads: readonly ChainHead[];
  /** Invoices that others correct or replace, by their ids. */
  readonly rectified: ReadonlyMap<number, Rectifiable>;
  /** Invoices that have a candidate's number already, by its index. */
  readonly taken: ReadonlyMap<number, NumberOwner>;
};

/** Why nothing of a batch is issued now. */
export type Obstacle =
  | { readonly kind: 'ended_before' }
  /** One of its chains waits to be compared with AEAT, for so long already, in ms; null where the database is not the one in use. */
  | { readonly kind: 'suspended'; readonly comparedFor: number | null }
  /**
   * The batch begins anew: midnight passed, a chain is not there, the database was restored or failed over since it was seen last, or it is not the one in use.
   */
  | { readonly kind: 'day_changed' | 'chain_missing' | 'another_database' };

/**
 * Holds a batch, then its chains in the order of their issuers, and asks all that is asked under them: in one trip, each statement behind the one before it.
 * @param today the day that the batch was prepared for.
 * @throws what `lockChains` throws.
 */
export async function holdChains(
  { client, begun }: Beginning,
  batchId: number,
  { organizationId, verifactu }: UnfinishedBatch,
  candidates: readonly Candidate[],
  today: string,
  { now, mayWait, onHeld, activeLineage: recalled }: HoldContext,
): Promise<Held | Obstacle> {
  const issuerNifs = [...new Set(candidates.map(({ document }) => document.issuer.nif))];
  const activeLineage = await recalled;
  const rectifiedIds = candidates.flatMap(({ rectifiedInvoiceId }) => rectifiedInvoiceId ?? []);
  const identities = candidates.map(({ document }) => identityOf(document));
  const ask: Ask = (statement) => client.query(statement);
  const [, isDue, heads, issuability, rectified, taken] = await pipeline(client, [
    () => begun,
    () => lockBatch(client, batchId),
    async () => {
      const held = await lockChains(client, organizationId, issuerNifs, { mayWait });
      onHeld();
      return held;
    },
    () => readIssuability(client, organizationId, issuerNifs, activeLineage),
    () => findRectified(ask, organizationId, rectifiedIds),
    () => findIssuedNumbers(ask, organizationId, identities),
  ]);
  if (!isDue) return { kind: 'ended_before' };
  if (heads.length < issuerNifs.length) return { kind: 'chain_missing' };
  if (!issuability.isKnownDatabase) return { kind: 'another_database' };
  // AEAT may know more of a restored chain: a record more here would fork it.
  if (verifactu && issuability.isCompared) return { kind: 'suspended', comparedFor: issuability.comparedFor };
  const at = now();
  if (todayInMadrid(at) !== today) return { kind: 'day_changed' };
  return { kind: 'held', at, heads, rectified, taken };
}
