import { groupByBlock, nameOf } from '../../platform/literals/block-place.ts';
import { readDocumentBlocks } from '../../platform/literals/issued-documents.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import type { BookSummary, BookTask, GivenInvoice } from './book-thread.ts';
import * as sql from './books.sql.ts';
import { type BookThread, openBookThread } from './open-book-thread.ts';
import { listBook, type ListedInvoice, type WantedBook } from './read-book.ts';

/** Invoices, with those that they rectify, whose documents the thread holds together. */
const PART = 512;
/** Literal blocks that one statement reads. A block has up to 64 documents. */
const BLOCKS_AT_ONCE = 16;

/**
 * Writes the file of a book piece by piece: it reads the next invoices when the reader has taken the
 * bytes of the previous ones. It sends one statement at a time.
 * @returns what is in the file.
 */
export async function* writeBook(
  connection: Connection,
  wanted: WantedBook,
  task: Omit<BookTask, keyof WantedBook>,
): AsyncGenerator<Uint8Array, BookSummary, void> {
  const { organizationId, issuerNif, from, to } = wanted;
  await using thread = openBookThread({ ...task, issuerNif, from, to });
  for await (const invoices of listBook(connection, wanted))
    for (let at = 0; at < invoices.length; at += PART)
      yield* enterPart(connection, organizationId, invoices.slice(at, at + PART), thread);
  const { pieces, summary } = await thread.end();
  yield* pieces;
  return summary;
}

async function* enterPart(
  connection: Connection,
  organizationId: number,
  part: readonly ListedInvoice[],
  thread: BookThread,
): AsyncGenerator<Uint8Array, void, void> {
  const elsewhere = part.filter(({ elsewhereOn }) => elsewhereOn !== null);
  if (elsewhere.length > 0) yield* await thread.mention(elsewhere);
  const own = part.filter(({ elsewhereOn }) => elsewhereOn === null);
  const invoices = own.length === 0 ? [] : await describe(connection, organizationId, own);
  for (const some of splitByNeeded(invoices)) {
    const needed = new Set(some.flatMap(({ id, rectified }) => [id, ...rectified.map((one) => one.id)]));
    const places = groupByBlock([...needed], (id) => id);
    for (let at = 0; at < places.length; at += BLOCKS_AT_ONCE) {
      const asked = places.slice(at, at + BLOCKS_AT_ONCE);
      const blocks = await readDocumentBlocks(connection, organizationId, asked);
      const given = asked.map((place) => ({
        ...blocks.get(nameOf(place))!,
        batchId: place.batchId,
        positions: place.items.map((id) => readBatchInvoiceId(id).position),
      }));
      yield* await thread.readBlocks(given);
    }
    yield* await thread.enter(some);
  }
}

/** Splits invoices so that a part with what it rectifies has about `PART` documents. */
function* splitByNeeded(invoices: readonly GivenInvoice[]): Generator<GivenInvoice[]> {
  let some: GivenInvoice[] = [];
  let needed = 0;
  for (const invoice of invoices) {
    const own = 1 + invoice.rectified.length;
    if (some.length > 0 && needed + own > PART) {
      yield some;
      some = [];
      needed = 0;
    }
    some.push(invoice);
    needed += own;
  }
  if (some.length > 0) yield some;
}

/** Reads the final states of invoices and what they rectify, in the order of the invoices. */
async function describe(
  connection: Connection,
  organizationId: number,
  part: readonly ListedInvoice[],
): Promise<GivenInvoice[]> {
  const ids = part.map(({ id }) => id);
  const states = await readAsOrganization(
    connection,
    organizationId,
    sql.readBookInvoices(organizationId, ids),
  );
  const named = await readAsOrganization(
    connection,
    organizationId,
    sql.listBookReplaced(organizationId, ids),
  );
  const stateOf = new Map(states.rows.map((state) => [state.id, state]));
  const rectifiedBy = Map.groupBy(named.rows, ({ id }) => id);
  return ids.map((id) => ({
    ...stateOf.get(id)!,
    rectified: (rectifiedBy.get(id) ?? []).map(({ replacedId, invoiceNumber, issueDate, isAnnulled }) => ({
      id: replacedId,
      number: invoiceNumber,
      issueDate,
      isAnnulled,
    })),
  }));
}
