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
import { type Leads, listReached } from '../domain/invoice/replacements.ts';
import type { FoundReferences } from './find-references.ts';
import {
  type Ask,
  findIssuedIds,
  findIssuedNumbers,
  findRectified,
  findReplacedByNumber,
  findReplacements,
  followRectifications,
} from './statements/lookups.ts';

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
type Candidate = { readonly document: DocumentHead };

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
  readonly leads: Leads;
  /** The ids of the F3 that replace what candidates correct or replace, directly or through R5, by the ids of the replaced invoices. */
  readonly replacedBy: ReadonlyMap<number, number>;
  /** The ids of the F3 that name the same invoices by number as candidates, by the identities of those invoices. */
  readonly replacedByNumber: ReadonlyMap<string, number>;
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
 * pipelined in one round trip, in this order. Invoices that candidates name by number and that were issued since `findReferences` need others.
 * @param references what `findReferences` found before the chains were locked.
 * @param today the day for which the batch was prepared.
 * @throws the errors of `lockChains`.
 */
export async function holdChains(
  { client, begun }: Beginning,
  batchId: number,
  { organizationId, verifactu }: UnfinishedBatch,
  candidates: readonly Candidate[],
  references: FoundReferences,
  today: string,
  { now, mayWait, onHeld, activeLineage: recalled }: HoldContext,
): Promise<Held | Obstacle> {
  const issuerNifs = [...new Set(candidates.map(({ document }) => document.issuer.nif))];
  const activeLineage = await recalled;
  const identities = candidates.map(({ document }) => identityOf(document));
  const ask: Ask = (statement) => client.query(statement);
  const reached = listReached(references.ids, references.leads);
  const [, isDue, heads, issuability, rectified, replacedBy, replacedByNumber, taken, named] = await pipeline(
    client,
    [
      () => begun,
      () => lockBatch(client, batchId),
      async () => {
        const held = await lockChains(client, organizationId, issuerNifs, { mayWait });
        onHeld();
        return held;
      },
      () => readIssuability(client, organizationId, issuerNifs, activeLineage),
      () => findRectified(ask, organizationId, [...references.ids]),
      () => findReplacements(ask, organizationId, reached),
      () => findReplacedByNumber(ask, organizationId, references.replaceable),
      () => findIssuedNumbers(ask, organizationId, identities),
      () => findIssuedIds(ask, organizationId, references.mayBeIssued),
    ],
  );
  if (!isDue) return { kind: 'ended_before' };
  if (heads.length < issuerNifs.length) return { kind: 'chain_missing' };
  if (!issuability.isKnownDatabase) return { kind: 'another_database' };
  // AEAT may have more records of a restored chain than the database. Another record here would fork the chain.
  if (verifactu && issuability.isCompared) return { kind: 'suspended', comparedFor: issuability.comparedFor };
  const late = [...named.values()].filter((id) => !references.ids.has(id));
  const leads = await joinLate(ask, organizationId, late, references.leads, { rectified, replacedBy });
  const at = now();
  if (todayInMadrid(at) !== today) return { kind: 'day_changed' };
  return { kind: 'held', at, heads, named, rectified, leads, replacedBy, replacedByNumber, taken };
}

/** Adds what is known of invoices that were issued since the references were found. They are few, because earlier batches have ended. */
async function joinLate(
  ask: Ask,
  organizationId: number,
  late: readonly number[],
  { links, unread }: Leads,
  known: { readonly rectified: Map<number, Rectifiable>; readonly replacedBy: Map<number, number> },
): Promise<Leads> {
  if (late.length === 0) return { links, unread };
  const leads = await followRectifications(ask, organizationId, late);
  for (const [id, found] of await findRectified(ask, organizationId, late)) known.rectified.set(id, found);
  const replaced = await findReplacements(ask, organizationId, listReached(late, leads));
  for (const [id, by] of replaced) known.replacedBy.set(id, by);
  return { links: new Map([...links, ...leads.links]), unread: [...unread, ...leads.unread] };
}
