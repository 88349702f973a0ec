import type { Pool } from 'pg';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeIdentity } from '../domain/invoice/invoice-identity.ts';
import { listNumbered, type ReplacedAmounts } from '../domain/invoice/originals.ts';
import { type Leads, NO_LEADS } from '../domain/invoice/replacements.ts';
import type { PreparedInvoice } from '../domain/invoice/prepare-invoice.ts';
import { query } from '../platform/postgres/statement.ts';
import type { Issuable } from './prepare-batch.ts';
import { readCharged } from './rectified-originals.ts';
import { type Ask, findFailed, findIssuedIds, followRectifications } from './statements/lookups.ts';

/** What the invoices of a batch name, as far as it can be found before the chains are locked. */
export type FoundReferences = {
  /** Ids of issued invoices that are named by id, or by number. */
  readonly ids: ReadonlySet<number>;
  readonly leads: Leads;
  /** The invoices that are named by number and may be issued here. */
  readonly mayBeIssued: readonly InvoiceIdentity[];
  /** The invoices that F3 and R5 name by number. */
  readonly replaceable: readonly InvoiceIdentity[];
  /**
   * The ids of batch invoices that failed and are named, by their identities as `writeIdentity`
   * writes them.
   */
  readonly failed: ReadonlyMap<string, number>;
  /** What the originals charge whose amounts are replaced without being stated, by id. */
  readonly charged: ReadonlyMap<number, ReplacedAmounts>;
};

const NOTHING: FoundReferences = {
  ids: new Set(),
  leads: NO_LEADS,
  mayBeIssued: [],
  replaceable: [],
  failed: new Map(),
  charged: new Map(),
};

/** Lists the invoices that name others. */
export function listNaming(invoices: Iterable<Issuable>): PreparedInvoice[] {
  return [...invoices].flatMap((invoice) => ('originals' in invoice ? [invoice] : []));
}

/**
 * Finds what the invoices of a batch rectify or replace. The time depends on what they lead to,
 * which clients decide; therefore no chain may be locked meanwhile. What may change until then is
 * read again under the locks (`holdChains`).
 * @param naming the invoices that name others.
 */
export async function findReferences(
  pool: Pool,
  organizationId: number,
  batchId: number,
  naming: readonly PreparedInvoice[],
): Promise<FoundReferences> {
  if (naming.length === 0) return NOTHING;
  const ask: Ask = (statement) => query(pool, statement);
  const mayBeIssued = listNumbered(
    naming.map(({ document, numbered }) => ({ issuerNif: document.issuer.nif, numbered })),
  );
  const named = await findIssuedIds(ask, organizationId, mayBeIssued);
  const ids = new Set([
    ...naming.flatMap(({ originals }) => originals.map(({ id }) => id)),
    ...named.values(),
  ]);
  const leads = await followRectifications(ask, organizationId, ids);
  const unknown = mayBeIssued.filter((identity) => !named.has(writeIdentity(identity)));
  const failed = await findFailed(ask, organizationId, batchId, unknown);
  const replaceable = naming.flatMap(({ document, numbered }) =>
    document.type === 'F3' || document.type === 'R5' ? numbered.map(({ identity }) => identity) : [],
  );
  const charged = await readCharged(pool, organizationId, naming);
  return { ids, leads, mayBeIssued, replaceable, failed, charged };
}
