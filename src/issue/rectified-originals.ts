import type { Pool } from 'pg';
import {
  isPlainDifference,
  type NamedOriginal,
  type ReplacedAmounts,
  shareChange,
  sumCharged,
} from '../domain/invoice/originals.ts';
import { rectifyingOf } from '../domain/invoice/rectifying.ts';
import type { Rectifiable } from '../domain/invoice/resolve-rectified.ts';
import { type DocumentHead, readDocument } from '../domain/invoice/stored-document.ts';
import { formatCents, readCents } from '../domain/money/decimals.ts';
import { registeredAmounts } from '../domain/registration/registered-amounts.ts';
import { BlockDamage } from '../platform/literals/literal-block.ts';
import { type LiteralRow, readLiterals } from '../platform/literals/read-literals.ts';
import { query } from '../platform/postgres/statement.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import type { PreparedInvoice } from '../domain/invoice/prepare-invoice.ts';
import type { Rectifies } from './statements/issuing.ts';
import { findRectified } from './statements/lookups.ts';

/*
 * The issued invoices that invoices of a batch rectify or replace, as they are read and stored when
 * the batch is issued.
 */

/**
 * Describes what an invoice rectifies or replaces, for its rows.
 * @param document of the invoice, before `resolveRectified`.
 * @param rectified the originals by id.
 * @returns null if it names no issued invoice.
 */
export function describeRectified(
  document: DocumentHead,
  originals: readonly NamedOriginal[],
  rectified: ReadonlyMap<number, Rectifiable>,
): Rectifies | null {
  const [first] = originals;
  if (first === undefined) return null;
  const changing = { ...rectifyingOf(document), total: registeredAmounts(document).total };
  if (isPlainDifference(changing, originals.length)) return { firstId: first.id, changes: [] };
  const totals = originals.map(({ id }) => readCents(rectified.get(id)!.total));
  const changes = shareChange(changing, totals).map((amount, index) => ({
    rectifiedId: originals[index]!.id,
    amount: formatCents(amount),
  }));
  return { firstId: first.id, changes };
}

/**
 * Reads what the originals charge whose amounts invoices replace without stating them
 * (ImporteRectificacion). Issued documents never change, so no chain is locked meanwhile.
 * @param naming the invoices that name others.
 * @returns the amounts by id of the original, without originals whose documents are damaged, and
 *   without those of archived months, which `resolveRectified` refuses.
 * @throws the errors of `readLiterals`.
 */
export async function readCharged(
  pool: Pool,
  organizationId: number,
  naming: readonly PreparedInvoice[],
): Promise<Map<number, ReplacedAmounts>> {
  const ids = new Set(
    naming.flatMap(({ document, originals }) =>
      rectifyingOf(document).needsReplaced ? originals.map(({ id }) => id) : [],
    ),
  );
  const found = await findRectified((statement) => query(pool, statement), organizationId, [...ids]);
  const rows = [...found].flatMap(([invoiceId, { isArchived }]) => (isArchived ? [] : [{ invoiceId }]));
  const documentOf = await readLiterals(pool, 'documents', rows);
  const read = (row: LiteralRow): [number, ReplacedAmounts][] => {
    try {
      return [[row.invoiceId, sumCharged(readDocument(documentOf(row)))]];
    } catch (error) {
      // Only the invoices that need this document fail.
      if (error instanceof BlockDamage) return [];
      throw error;
    }
  };
  return new Map((await mapYielding(rows, read)).flat());
}
