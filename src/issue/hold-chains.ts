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
import { listNumbered, type NamedInvoices } from '../domain/invoice/originals.ts';
import type { Rectifiable } from '../domain/invoice/resolve-rectified.ts';
import { type Ask, findIssuedIds, findIssuedNumbers, findRectified } from './statements/lookups.ts';

export type HoldContext = {
  readonly now: () => Date;
  /** Whether to wait for chains that other transactions have locked. */
  readonly mayWait: boolean;
  /** Called once the chains are locked and the batch no longer waits. */
  readonly onHeld: () => void;
  /** The active lineage of the database cluster, or null when it is unknown. */
  readonly activeLineage: Promise<string | null>;
};

/** An invoice that passed preparation and may be issued. */
type Candidate = { readonly document: DocumentHead } & Partial<NamedInvoices>;

/** The chains of a batch are locked, therefore the data read under the locks stays valid until the transaction ends. */
export type Held = {
  readonly kind: 'held';
  /**
   * The timestamp of all records of the batch. It is read under the locks, which keeps the timestamps along each chain in ascending
   * order.
   */
  readonly at: Date;
  readonly heads: readonly ChainHead[];
  /** The ids of issued invoices that candidates name by number, by their identities as `writeIdentity` writes them. */
  readonly named: ReadonlyMap<string, number>;
  /** The invoices that candidates correct or replace, by id. */
  readonly rectified: ReadonlyMap<number, Rectifiable>;
  /** The issued invoices that already have the number of a candidate, by the index of the candidate. */
  readonly taken: ReadonlyMap<number, NumberOwner>;
};

/** The reason why no invoice of a batch is issued now. */
export type Obstacle =
  | { readonly kind: 'ended_before' }
  /**
   * A chain of the batch waits for its comparison with AEAT. `comparedFor` is how long it has waited, in ms; null when the database is
   * not the active one.
   */
  | { readonly kind: 'suspended'; readonly comparedFor: number | null }
  /**
   * The batch starts again: the date changed at midnight, a chain does not exist, the database was restored or failed over since the last
   * check, or the database is not the active one.
   */
  | { readonly kind: 'day_changed' | 'chain_missing' | 'another_database' };

/**
 * Locks a batch and then its chains in the order of their issuers, and reads all data that the locks protect. All statements are
 * pipelined in one round trip, in this order. Issued invoices that candidates name by number need another one.
 * @param today the day for which the batch was prepared.
 * @throws the errors of `lockChains`.
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
  const rectifiedIds = new Set(candidates.flatMap(({ originals = [] }) => originals.map(({ id }) => id)));
  const identities = candidates.map(({ document }) => identityOf(document));
  const mayBeIssued = listNumbered(
    candidates.map(({ document, numbered = [] }) => ({ issuerNif: document.issuer.nif, numbered })),
  );
  const ask: Ask = (statement) => client.query(statement);
  const [, isDue, heads, issuability, rectified, taken, named] = await pipeline(client, [
    () => begun,
    () => lockBatch(client, batchId),
    async () => {
      const held = await lockChains(client, organizationId, issuerNifs, { mayWait });
      onHeld();
      return held;
    },
    () => readIssuability(client, organizationId, issuerNifs, activeLineage),
    () => findRectified(ask, organizationId, [...rectifiedIds]),
    () => findIssuedNumbers(ask, organizationId, identities),
    () => findIssuedIds(ask, organizationId, mayBeIssued),
  ]);
  if (!isDue) return { kind: 'ended_before' };
  if (heads.length < issuerNifs.length) return { kind: 'chain_missing' };
  if (!issuability.isKnownDatabase) return { kind: 'another_database' };
  // AEAT may have more records of a restored chain than the database. Another record here would fork the chain.
  if (verifactu && issuability.isCompared) return { kind: 'suspended', comparedFor: issuability.comparedFor };
  const unread = [...named.values()].filter((id) => !rectified.has(id));
  for (const [id, found] of await findRectified(ask, organizationId, unread)) rectified.set(id, found);
  const at = now();
  if (todayInMadrid(at) !== today) return { kind: 'day_changed' };
  return { kind: 'held', at, heads, named, rectified, taken };
}
