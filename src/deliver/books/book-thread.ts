import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { BookRow } from '../../contracts/v2/book-columns.ts';
import type { BookParameters } from '../../contracts/v2/book-parameters.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { enterInvoice } from '../../domain/books/enter-invoice.ts';
import { type BookNote, note, noteElsewhere } from '../../domain/books/notes.ts';
import { isCumulative } from '../../domain/books/quarters.ts';
import { sumRows } from '../../domain/books/sum-rows.ts';
import { buildBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import { BlockDamage, decompressLiterals } from '../../platform/literals/literal-block.ts';
import type { ListedInvoice } from './read-book.ts';
import type { BookEnd, BookFormat, BookHead, CreateSink, NoteOnInvoice } from './book-sink.ts';

/*
 * The thread of one book: it reads documents, maps them to rows and writes the file. The book is
 * taken from it piece by piece, so it holds the documents of one part and the notes.
 */

/** What the thread is started with. */
export type BookTask = BookHead & { readonly format: BookFormat; readonly parameters: BookParameters };

/** A literal block of documents, and the positions in its batch whose documents are needed. */
export type GivenBlock = {
  readonly batchId: number;
  readonly codec: number;
  readonly sha256: Uint8Array;
  readonly content: Uint8Array;
  readonly positions: readonly number[];
};

/** An invoice of the book, whose document is in a block that was given before. */
export type GivenInvoice = {
  readonly id: number;
  readonly externalInvoiceId: string | null;
  readonly annulledOn: string | null;
  readonly isAnnulmentRefused: boolean;
  readonly isRejected: boolean;
  /** The issued invoices that it rectifies. */
  readonly rectified: readonly {
    readonly id: number;
    readonly number: string;
    readonly issueDate: string;
    readonly isAnnulled: boolean;
  }[];
};

/**
 * What the thread is asked: to read blocks, to enter the invoices of a part, to note those that
 * belong to another book, or to end the file.
 */
export type Request =
  | { readonly kind: 'blocks'; readonly blocks: readonly GivenBlock[] }
  | { readonly kind: 'invoices'; readonly invoices: readonly GivenInvoice[] }
  | { readonly kind: 'elsewhere'; readonly invoices: readonly ListedInvoice[] }
  | { readonly kind: 'end' };

/** The bytes that were written meanwhile. The reply to `end` says what is in the file. */
export type Reply =
  | { readonly pieces: readonly Uint8Array[]; readonly summary?: BookSummary }
  | { readonly damage: string }
  | { readonly error: string };

/** What is in a file. */
export type BookSummary = Pick<BookEnd, 'counts'> & {
  readonly rows: number;
  /** The first notes. */
  readonly notes: readonly NoteOnInvoice[];
};

/** Notes that a file contains; of others only their number is known, so that memory is bounded. */
const MOST_NOTES = 20_000;
const NOTES_OF_SUMMARY = 100;

const SINKS: Readonly<Record<BookFormat, () => Promise<CreateSink>>> = {
  xlsx: async () => (await import('./write-xlsx.ts')).createXlsxSink,
  csv: async () => (await import('./write-csv.ts')).createCsvSink,
  json: async () => (await import('./write-json.ts')).createJsonSink,
};

/** Regime 11 depends on the lines, which make up most of a document; no other column does. */
const RENT = '11';

function keep(document: InvoiceDocument): InvoiceDocument {
  return document.groups.some(({ regime }) => regime === RENT) ? document : { ...document, lines: [] };
}

async function run(task: BookTask): Promise<void> {
  // On Linux this lowers the priority of this thread only: ordinary requests take precedence.
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const { format, book, parameters, from, to } = task;
  let pieces: Uint8Array[] = [];
  const sink = (await SINKS[format]())(task, (bytes) => void pieces.push(Uint8Array.from(bytes)));
  const documents = new Map<number, InvoiceDocument>();
  const notes: NoteOnInvoice[] = [];
  const counts: Record<string, number> = {};
  const sums = sumRows();
  let rows = 0;

  function add(found: readonly BookNote[], invoice: NoteOnInvoice['invoice']): void {
    for (const each of found) {
      counts[each.code] = (counts[each.code] ?? 0) + 1;
      if (notes.length < MOST_NOTES) notes.push({ ...each, invoice });
    }
  }

  async function readBlocks(blocks: readonly GivenBlock[]): Promise<void> {
    for (const { batchId, codec, sha256, content, positions } of blocks) {
      const block = { codec, sha256: Buffer.from(sha256), content: Buffer.from(content) };
      const texts = await decompressLiterals('documents', block, new Set(positions));
      for (const position of positions) {
        const id = buildBatchInvoiceId(batchId, position);
        const text = texts.get(position);
        if (text === undefined) throw new BlockDamage(`the document of invoice ${id} is not stored`);
        documents.set(id, keep(readDocument(text)));
      }
    }
  }

  async function enter(invoices: readonly GivenInvoice[]): Promise<void> {
    const entered: BookRow[] = [];
    for (const { id, rectified, ...state } of invoices) {
      const document = documents.get(id)!;
      const isSubstitution = document.rectification?.method === 'substitution';
      const entry = enterInvoice(
        {
          ...state,
          document,
          replaced: isSubstitution ? listReplaced(document, rectified, documents) : [],
          // The engine stores no collections.
          collections: null,
        },
        { book, parameters },
      );
      for (const row of entry.rows) entered.push(row);
      add(entry.notes, { id, number: document.number, issueDate: document.issueDate });
    }
    documents.clear();
    sums.add(entered);
    rows += entered.length;
    await sink.write(entered);
  }

  function mention(invoices: readonly ListedInvoice[]): void {
    for (const { id, invoiceNumber: number, issueDate, elsewhereOn } of invoices)
      add([noteElsewhere(elsewhereOn!)], { id, number, issueDate });
  }

  async function answer(request: Request): Promise<Reply> {
    if (request.kind === 'blocks') await readBlocks(request.blocks);
    else if (request.kind === 'invoices') await enter(request.invoices);
    else if (request.kind === 'elsewhere') mention(request.invoices);
    else await sink.end({ notes, counts, totals: sums.list() });
    const written = pieces;
    pieces = [];
    return request.kind === 'end'
      ? { pieces: written, summary: { rows, counts, notes: notes.slice(0, NOTES_OF_SUMMARY) } }
      : { pieces: written };
  }

  if (parameters.activity === null) add([note('activity_unknown')], null);
  if (book === 'U' && parameters.incomeConcept === null) add([note('income_concept_unknown')], null);
  if (!isCumulative({ from, to })) add([note('partial_year')], null);
  parentPort!.on('message', (request: Request) => {
    answer(request)
      .catch((error: unknown): Reply => {
        if (error instanceof BlockDamage) return { damage: error.message };
        return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      })
      .then((reply) =>
        parentPort!.postMessage(
          reply,
          'pieces' in reply ? reply.pieces.map(({ buffer }) => buffer as ArrayBuffer) : [],
        ),
      )
      // A reply that cannot be sent ends the thread, which the book reports.
      .catch((error: unknown) => {
        throw error;
      });
  });
}

/** Lists what a rectification by substitution replaces; some may not have been issued here. */
function listReplaced(
  { issuer, rectification }: InvoiceDocument,
  rectified: GivenInvoice['rectified'],
  documents: ReadonlyMap<number, InvoiceDocument>,
) {
  return rectification!.invoices.map(({ issuerNif, number, issueDate }) => {
    const found =
      issuerNif === issuer.nif
        ? rectified.find((other) => other.number === number && other.issueDate === issueDate)
        : undefined;
    return {
      number,
      issueDate,
      document: (found && documents.get(found.id)) ?? null,
      isAnnulled: found?.isAnnulled ?? false,
    };
  });
}

await run(workerData as BookTask);
