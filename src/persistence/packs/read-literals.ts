import type { Connection } from '../connection/database.ts';
import { readBatchInvoiceId } from '../../contracts/batch-invoice-id.ts';
import { requireHere } from '../months/months-away.ts';
import { statementsBeside } from '../connection/statement.ts';
import type { PackedTable } from './codecs.ts';
import { type Pack, PackDamage, unpackLiterals } from './pack.ts';
import { groupByPack, nameOf, type PackPlace, placeOf } from './pack-place.ts';

const loadStatement = statementsBeside(import.meta.url);

const READ_PACKS = {
  documents: loadStatement('read-document-packs'),
  records: loadStatement('read-record-packs'),
};

/** A row whose literal lies in the pack of its invoice, unless the row has one itself, as the record of a correction does. */
export type LiteralRow = { readonly invoiceId: number; readonly literal?: string | null };

/**
 * Reads the literals that rows do not hold themselves, each pack once, in one statement.
 * @returns tells the literal of a row; it throws PackDamage where that cannot be had.
 * @throws MonthAwayError where one left with its month.
 */
export async function readLiterals(
  connection: Connection,
  table: PackedTable,
  rows: readonly LiteralRow[],
): Promise<(row: LiteralRow) => string> {
  const packed = rows.filter(({ literal }) => (literal ?? null) === null);
  const unpacked = new Map<string, Map<number, string> | PackDamage>();
  if (packed.length > 0) {
    const places = groupByPack(packed, ({ invoiceId }) => invoiceId);
    const found = await connection.query<PackPlace & Pack>({
      ...READ_PACKS[table],
      values: [places.map(({ batchId }) => batchId), places.map(({ part }) => part)],
    });
    const wanted = new Map(
      places.map((place) => [
        nameOf(place),
        new Set(place.items.map(({ invoiceId }) => readBatchInvoiceId(invoiceId).position)),
      ]),
    );
    if (found.rows.length < places.length) {
      const known = new Set(found.rows.map(nameOf));
      const lacking = places.find((place) => !known.has(nameOf(place)));
      if (lacking !== undefined) await requireHere(connection, lacking.batchId);
    }
    for (const pack of found.rows)
      unpacked.set(nameOf(pack), await tryUnpack(table, pack, wanted.get(nameOf(pack))!));
  }
  return ({ invoiceId, literal = null }) => {
    if (literal !== null) return literal;
    const place = placeOf(invoiceId);
    const pack = unpacked.get(nameOf(place));
    if (pack instanceof PackDamage)
      throw new PackDamage(
        `part ${place.part} of the ${table} of batch ${place.batchId} cannot be unpacked: ${pack.message}`,
        { cause: pack },
      );
    const text = pack?.get(readBatchInvoiceId(invoiceId).position);
    if (text === undefined) throw new PackDamage(`the ${table} of invoice ${invoiceId} lie nowhere`);
    return text;
  };
}

async function tryUnpack(
  table: PackedTable,
  pack: Pack,
  wanted: ReadonlySet<number>,
): Promise<Map<number, string> | PackDamage> {
  try {
    return await unpackLiterals(table, pack, wanted);
  } catch (error) {
    if (error instanceof PackDamage) return error;
    throw error;
  }
}
