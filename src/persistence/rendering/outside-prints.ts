import type { Connection } from '../connection/database.ts';
import { statementsBeside } from '../connection/statement.ts';

/* Prints that lie in a store of objects, or go there and back (ops/adr/0057). */

const loadStatement = statementsBeside(import.meta.url);

const LIST_OUTSIDE_PRINTS = loadStatement('list-outside-prints');
const LIST_PRINTS_TO_MOVE = loadStatement('list-prints-to-move');
const FIND_STORED_PRINTS = loadStatement('find-stored-prints');

export type OutsidePrint = { readonly id: number; readonly sha256: Buffer; readonly storedOn: string };

/** The prints in the store that PDFs of some invoices of a batch are in, but for those that are known to be lost. */
export async function listOutsidePrints(
  connection: Connection,
  batchId: number,
  from: number,
  to: number,
): Promise<OutsidePrint[]> {
  const { rows } = await connection.query<OutsidePrint>({
    ...LIST_OUTSIDE_PRINTS,
    values: [batchId, from, to],
  });
  return rows;
}

/** Notes that a print is not in the store, or has other bytes there: its PDFs are printed anew when somebody asks. */
export async function noteLostPrint(connection: Connection, id: number): Promise<void> {
  await connection.query({ name: 'note-lost-print', text: 'select note_lost_print($1)', values: [id] });
}

/** A print that lies in the wrong place: with bytes in PostgreSQL, or a day in the store. */
export type PrintToMove = {
  readonly id: number;
  readonly sha256: Buffer;
  readonly content: Buffer | null;
  readonly storedOn: string | null;
};

/** Some prints that are to be moved, beyond the one with id `after`, but for those that are known to be lost. @param out whether from PostgreSQL into the store. */
export async function listPrintsToMove(
  connection: Connection,
  out: boolean,
  after: number,
  most: number,
): Promise<PrintToMove[]> {
  const { rows } = await connection.query<PrintToMove>({
    ...LIST_PRINTS_TO_MOVE,
    values: [out, after, most],
  });
  return rows;
}

/** Empties a print whose bytes lie in the store since a day. @returns false where it was moved meanwhile, or is damaged: that one stays. */
export async function movePrintOut(connection: Connection, id: number, storedOn: string): Promise<boolean> {
  const { rows } = await connection.query<{ moved: boolean | null }>({
    name: 'move-print-out',
    text: 'select move_print_out($1, $2::date) as moved',
    values: [id, storedOn],
  });
  return rows[0]!.moved === true;
}

/** Takes a print back into PostgreSQL, which compares its hash. @returns false where that was done meanwhile, or the bytes are others. */
export async function movePrintIn(connection: Connection, id: number, content: Buffer): Promise<boolean> {
  const { rows } = await connection.query<{ moved: boolean | null }>({
    name: 'move-print-in',
    text: 'select move_print_in($1, $2) as moved',
    values: [id, content],
  });
  return rows[0]!.moved === true;
}

/** Which of these hashes are of prints that lie in the store since a day. */
export async function findStoredPrints(
  connection: Connection,
  storedOn: string,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await connection.query<{ sha256: Buffer }>({
    ...FIND_STORED_PRINTS,
    values: [storedOn, hashes],
  });
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}
