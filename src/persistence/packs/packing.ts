import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';
import type { PackedTable } from './codecs.ts';
import { listColumns, type PlacedPack } from './pack-invoices.ts';

/* Rows of releases that knew no packs: each holds its literal, until it is packed (ops/adr/0053). */

const loadStatement = statementsBeside(import.meta.url);

const START_PACKING = loadStatement('start-packing');
const READ_PACKING = loadStatement('read-packing');
const LOCK_PACKING = loadStatement('lock-packing');
const LIST_UNPACKED = loadStatement('list-unpacked');
const MOVE_PACKING = loadStatement('move-packing');
const INSERT_PACKS = {
  documents: loadStatement('insert-document-packs'),
  records: loadStatement('insert-record-packs'),
};
const EMPTY_PACKED = {
  documents: loadStatement('empty-packed-documents'),
  records: loadStatement('empty-packed-records'),
};

/** Begins: from now on literals lie in packs. @returns false where that was so already. */
export async function startPacking(connection: Connection, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query({ ...START_PACKING, values: [now] });
  return rowCount === 1;
}

export type Packing = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Invoices of before that are not packed yet. */
  readonly left: number;
};

/** @param most invoices are counted. @returns null where it has not begun. */
export async function readPacking(connection: Connection, most: number): Promise<Packing | null> {
  const { rows } = await connection.query<Packing>({ ...READ_PACKING, values: [most] });
  return rows[0] ?? null;
}

/** From the first to the last id. */
export type PackingPlace = { readonly packedId: number; readonly untilId: number };

/** Holds packing until the transaction ends. @returns null where there is nothing to pack, or somebody else is at it. */
export async function lockPacking(connection: Connection): Promise<PackingPlace | null> {
  const { rows } = await connection.query<PackingPlace>(LOCK_PACKING);
  return rows[0] ?? null;
}

export type UnpackedInvoice = {
  readonly id: number;
  readonly organizationId: number;
  /** Null where it lies in a pack. */
  readonly document: string | null;
  /** Of its first record; null where that lies in a pack, or there is none. */
  readonly xml: string | null;
};

/** The next invoices of before, in whole parts of their batches. */
export async function listUnpacked(
  connection: Connection,
  { packedId, untilId }: PackingPlace,
  most: { readonly invoices: number; readonly bytes: number },
): Promise<UnpackedInvoice[]> {
  const { rows } = await connection.query<UnpackedInvoice>({
    ...LIST_UNPACKED,
    values: [packedId, untilId, most.invoices, most.bytes],
  });
  return rows;
}

/** A pack with whose it is. */
export type OwnedPack = PlacedPack & { readonly organizationId: number };

/** Stores packs of literals that stand in their rows still. */
export async function insertPacks(
  connection: Connection,
  table: PackedTable,
  packs: readonly OwnedPack[],
): Promise<void> {
  const owners = packs.map(({ organizationId }) => organizationId);
  await connection.query({ ...INSERT_PACKS[table], values: [owners, ...listColumns(packs)] });
}

/**
 * Empties the rows of packs that were stored in the same transaction.
 * @returns how many there were.
 * @throws where the packs do not hold what the rows say: the database compares them by itself.
 */
export async function emptyPacked(
  connection: Connection,
  table: PackedTable,
  packs: readonly PlacedPack[],
): Promise<number> {
  const { rows } = await connection.query<{ emptied: number }>({
    ...EMPTY_PACKED[table],
    values: [packs.map(({ batchId }) => batchId), packs.map(({ part }) => part)],
  });
  return rows[0]!.emptied;
}

/** Notes that all up to an invoice are packed. */
export async function movePacking(connection: Connection, packedId: number): Promise<void> {
  await connection.query({ ...MOVE_PACKING, values: [packedId] });
}
