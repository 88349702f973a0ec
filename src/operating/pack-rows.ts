import type { Pool, PoolClient } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { withTransaction } from '../persistence/connection/database.ts';
import { recordAct } from '../persistence/operating/acts.ts';
import type { PackedTable } from '../persistence/packs/codecs.ts';
import { type InvoiceLiteral, packPart } from '../persistence/packs/pack-invoices.ts';
import { groupByPack } from '../persistence/packs/pack-place.ts';
import {
  emptyPacked,
  insertPacks,
  listUnpacked,
  lockPacking,
  movePacking,
  type OwnedPack,
  startPacking,
  type UnpackedInvoice,
} from '../persistence/packs/packing.ts';
import { readLiterals } from '../persistence/packs/read-literals.ts';

/** Of a turn: some 3 MB, and PostgreSQL is held for a tenth of a second. */
const AT_ONCE = { invoices: 512, bytes: 8_000_000 };
/** The database keeps one row about packing. */
const PACKING_ID = 1;

/**
 * Begins to keep literals in packs, with the act in one transaction: what is issued from now on, and bit by bit what was issued before. No worker of a version that knows no
 * packs may run any more, and none may come back.
 * @returns false where it has begun already.
 */
export function orderPacking(pool: Pool, now: Date, order: Order): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    if (!(await startPacking(client, now))) return false;
    await recordAct(client, order, { act: 'packing.start', subjectId: PACKING_ID });
    return true;
  });
}

/**
 * Packs some of the rows of before: stores their packs, reads them back, and has the database empty the rows, which compares by itself; all of it or nothing.
 * @returns how many invoices were looked at; 0 where nothing is left, packing has not begun, or another worker is at it.
 * @throws where a pack does not give back what the rows say: then they stay as they are.
 */
export function packRows(pool: Pool): Promise<number> {
  return withTransaction(pool, async (client) => {
    const place = await lockPacking(client);
    if (place === null) return 0;
    const invoices = await listUnpacked(client, place, AT_ONCE);
    await packTable(client, 'documents', invoices, ({ document }) => document);
    await packTable(client, 'records', invoices, ({ xml }) => xml);
    const last = invoices.at(-1)?.id ?? place.untilId;
    await movePacking(client, Math.min(last, place.untilId));
    return invoices.length;
  });
}

async function packTable(
  client: PoolClient,
  table: PackedTable,
  invoices: readonly UnpackedInvoice[],
  textOf: (invoice: UnpackedInvoice) => string | null,
): Promise<void> {
  const literals = invoices.flatMap((invoice) => {
    const text = textOf(invoice);
    return text === null ? [] : [{ id: invoice.id, organizationId: invoice.organizationId, text }];
  });
  if (literals.length === 0) return;
  const packs: OwnedPack[] = [];
  for (const part of groupByPack(literals, ({ id }) => id)) {
    const { organizationId } = part.items[0]!;
    packs.push({ ...(await packPart(table, part)), organizationId });
  }
  await insertPacks(client, table, packs);
  await readBack(client, table, literals);
  const emptied = await emptyPacked(client, table, packs);
  if (emptied !== literals.length)
    throw new Error(`${literals.length} ${table} were packed, and ${emptied} rows emptied`);
}

async function readBack(
  client: PoolClient,
  table: PackedTable,
  literals: readonly InvoiceLiteral[],
): Promise<void> {
  const rows = literals.map(({ id }) => ({ invoiceId: id, literal: null }));
  const literalOf = await readLiterals(client, table, rows);
  for (const [index, { id, text }] of literals.entries())
    if (literalOf(rows[index]!) !== text)
      throw new Error(`The pack of the ${table} of invoice ${id} gives back something else`);
}
