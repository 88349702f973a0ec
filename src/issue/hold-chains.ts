import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { identityOf, type NumberOwner } from '../domain/invoice/invoice-identity.ts';
import type { DocumentHead } from '../domain/invoice/stored-document.ts';
import { type ChosenSeries, isPlaceholder, type StoredSeries } from '../domain/series/series-rules.ts';
import { lockCounters, type LockedCounter, readRevisions } from './statements/series.ts';
import { chooseRegister } from '../domain/registers/choose-register.ts';
import type { IssuerRules } from '../domain/registers/register-document.ts';
import { pipeline, type Beginning } from '../platform/postgres/pipeline.ts';
import {
  type ChainHead,
  type Decided,
  lockBatch,
  lockChains,
  readIssuability,
  type UnfinishedBatch,
} from './statements/issuing.ts';
import type { Rectifiable } from '../domain/invoice/resolve-rectified.ts';
import { type Leads, listReached } from '../domain/invoice/replacements.ts';
import type { FoundReferences } from './find-references.ts';
import { isDecidedOtherwise } from './issuer-rules.ts';
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
type Candidate = { readonly document: DocumentHead; readonly series?: ChosenSeries | null };

/**
 * The chains of a batch are locked, therefore the data read under the locks stays valid until the
 * transaction ends.
 */
export type Held = {
  readonly kind: 'held';
  /**
   * The timestamp of all records of the batch. It is read under the locks, which keeps the
   * timestamps along each chain in ascending order.
   */
  readonly at: Date;
  readonly heads: readonly ChainHead[];
  /**
   * The ids of issued invoices that candidates name by number, by their identities as
   * `writeIdentity` writes them.
   */
  readonly named: ReadonlyMap<string, number>;
  /** The invoices that candidates correct or replace, by id. */
  readonly rectified: ReadonlyMap<number, Rectifiable>;
  readonly leads: Leads;
  /**
   * The ids of the F3 that replace what candidates correct or replace, directly or through R5, by
   * the ids of the replaced invoices.
   */
  readonly replacedBy: ReadonlyMap<number, number>;
  /**
   * The ids of the F3 that name the same invoices by number as candidates, by the identities of
   * those invoices.
   */
  readonly replacedByNumber: ReadonlyMap<string, number>;
  /**
   * The issued invoices that already have the number of a candidate, by the index of the candidate.
   */
  readonly taken: ReadonlyMap<number, NumberOwner>;
  /** The counters of the series of candidates that have given numbers. */
  readonly counters: readonly LockedCounter[];
};

/** The reason why no invoice of a batch is issued now. */
export type Obstacle =
  | { readonly kind: 'ended_before' }
  /**
   * A chain of the batch waits for its comparison with AEAT. `comparedFor` is how long it has
   * waited, in ms; null when the database is not the active one.
   */
  | { readonly kind: 'suspended'; readonly comparedFor: number | null }
  /**
   * The batch starts again: the date changed at midnight, a chain does not exist, the database was
   * restored or failed over since the last check, the database is not the active one, or a series
   * changed.
   */
  | { readonly kind: 'day_changed' | 'chain_missing' | 'another_database' | 'series_changed' }
  /** The batch starts again, because something else was decided about its issuers. */
  | { readonly kind: 'decided_otherwise'; readonly decided: Decided };

/**
 * Locks a batch and then its chains in the order of their issuers, and reads all data that the
 * locks protect. All statements are pipelined in one round trip, in this order. Invoices that
 * candidates name by number and that were issued since `findReferences` need others.
 * @param references what `findReferences` found before the chains were locked.
 * @param today the day for which the batch was prepared.
 * @param series the series of the organization as the batch was prepared with them.
 * @param registers what was decided about its issuers, with which the batch was prepared.
 * @throws the errors of `lockChains`.
 */
export async function holdChains(
  { client, begun }: Beginning,
  batchId: number,
  { organizationId }: UnfinishedBatch,
  candidates: readonly Candidate[],
  references: FoundReferences,
  today: string,
  series: readonly StoredSeries[],
  registers: IssuerRules,
  { now, mayWait, onHeld, activeLineage: recalled }: HoldContext,
): Promise<Held | Obstacle> {
  const issuerNifs = [...new Set(candidates.map(({ document }) => document.issuer.nif))];
  const activeLineage = await recalled;
  const stated = candidates.flatMap(({ document }, index) =>
    isPlaceholder(document.number) ? [] : [{ index, identity: identityOf(document) }],
  );
  const named = listCounters(candidates);
  const ask: Ask = (statement) => client.query(statement);
  const reached = listReached(references.ids, references.leads);
  const [
    ,
    isDue,
    heads,
    issuability,
    rectified,
    replacedBy,
    replacedByNumber,
    taken,
    issued,
    counters,
    revisions,
  ] = await pipeline(client, [
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
    () =>
      findIssuedNumbers(
        ask,
        organizationId,
        stated.map(({ identity }) => identity),
      ),
    () => findIssuedIds(ask, organizationId, references.mayBeIssued),
    () => (named.length === 0 ? [] : lockCounters(client, named)),
    () =>
      named.length === 0
        ? null
        : readRevisions(
            client,
            organizationId,
            named.map(({ id }) => id),
          ),
  ]);
  if (!isDue) return { kind: 'ended_before' };
  if (heads.length < issuerNifs.length) return { kind: 'chain_missing' };
  if (!issuability.isKnownDatabase) return { kind: 'another_database' };
  const { decisions, spfe, arePersonsBusinesses } = issuability;
  const decided = { decisions, spfe, arePersonsBusinesses };
  if (isDecidedOtherwise(issuerNifs, registers, decided)) return { kind: 'decided_otherwise', decided };
  const isChained = candidates.some(
    ({ document: { issuer, issueDate } }) => chooseRegister(registers, issuer.nif, issueDate) === 'verifactu',
  );
  // AEAT may have more records of a restored chain than the database. Another record here would
  // fork the chain.
  if (isChained && issuability.isCompared) return { kind: 'suspended', comparedFor: issuability.comparedFor };
  const isChanged = ({ id, revision }: StoredSeries) =>
    revisions?.has(id) === true && revisions.get(id) !== revision;
  if (series.some(isChanged)) return { kind: 'series_changed' };
  const late = [...issued.values()].filter((id) => !references.ids.has(id));
  const leads = await joinLate(ask, organizationId, late, references.leads, { rectified, replacedBy });
  const at = now();
  if (todayInMadrid(at) !== today) return { kind: 'day_changed' };
  return {
    kind: 'held',
    at,
    heads,
    named: issued,
    rectified,
    leads,
    replacedBy,
    replacedByNumber,
    taken: new Map([...taken].map(([place, owner]) => [stated[place]!.index, owner])),
    counters,
  };
}

/** Lists the counters of the series of candidates. */
function listCounters(candidates: readonly Candidate[]): { readonly id: number; readonly year: number }[] {
  const counters = new Map<string, { readonly id: number; readonly year: number }>();
  for (const { series } of candidates)
    if (series) counters.set(`${series.id} ${series.year}`, { id: series.id, year: series.year });
  return [...counters.values()];
}

/**
 * Adds what is known of invoices that were issued since the references were found. They are few,
 * because earlier batches have ended.
 */
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
