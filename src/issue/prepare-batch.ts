import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { InvoiceInput as InvoiceInputV1 } from '../contracts/invoice-input.ts';
import { InvoiceInput } from '../contracts/v2/invoice-input.ts';
import type { ApiVersion } from '../contracts/codes.ts';
import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import {
  findBatchDuplicates,
  identityOf,
  type InvoiceIdentity,
  writeIdentity,
} from '../domain/invoice/invoice-identity.ts';
import { buildBatchInvoiceId } from '../contracts/batch-invoice-id.ts';
import { completeDocument, type RecipientProfiles } from '../domain/recipients/complete-document.ts';
import {
  prepareInvoice,
  type Preparation,
  type PreparedInvoice,
  readStatedIdentity,
} from '../domain/invoice/prepare-invoice.ts';
import { translateV1 } from '../domain/invoice/translate-v1.ts';
import { writeInvoice, type WrittenInvoice } from '../domain/invoice/stored-document.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import type { PlacedBlock } from '../platform/literals/build-block.ts';
import { takeByBlock } from '../platform/literals/block-place.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';
import type { UnfinishedBatch } from './statements/issuing.ts';
import { joinMessages } from '../domain/reading/findings.ts';
import { keepInvoice, type KeptInvoice, compressWritten } from './compress-documents.ts';
import { readInvoices } from './read-invoices.ts';

/**
 * An invoice that is ready to be issued. The document of an invoice that corrects or replaces another one is completed after that other
 * invoice is known.
 */
export type Issuable = KeptInvoice | PreparedInvoice;

export type PreparedBatch = {
  /** The invoices by position in the request, in the order of the request. */
  readonly invoices: ReadonlyMap<number, Issuable>;
  /** The literal blocks of the documents. Each block contains all documents of its part that are valid by themselves. */
  readonly blocks: readonly PlacedBlock[];
  /** Invoices that cannot be issued, as position → error message. Does not contain invoices that failed before. */
  readonly errors: ReadonlyMap<number, string>;
  /**
   * Invoices on which the preparation code threw twice, as position → error. The other invoices of the batch show whether the invoice or
   * the code is the cause.
   */
  readonly broken: ReadonlyMap<number, unknown>;
  /** Identities of invoices that failed, before or now, as position → identity. Other invoices may name them. */
  readonly failed: ReadonlyMap<number, InvoiceIdentity>;
};

/** The error message of an invoice that was accepted with members or values of a wrong shape. */
const WRONG_SHAPE = 'The invoice has unknown members or values of wrong JSON types';

/*
 * Admission refuses invoices with a wrong shape. Preparation checks the shape again, because otherwise a string in place of a boolean
 * could become part of an immutable document.
 */
const shapeOfV1 = Compile(InvoiceInputV1);
const shape = Compile(InvoiceInput);

/** Returns an invoice of a body in the shape that the rules read; null if it has a wrong shape. */
function readInput(input: unknown, version: ApiVersion): InvoiceInput | null {
  if (version === 1) return shapeOfV1.Check(input) ? translateV1(input) : null;
  return shape.Check(input) ? input : null;
}

/** Finds the profiles of the recipients of documents. */
export type FindProfiles = (documents: readonly InvoiceDocument[]) => Promise<RecipientProfiles>;

/**
 * Prepares the invoices of a batch that have not failed yet, from the body that the client sent.
 * @param today the current date in Madrid.
 * @param findProfiles called only if the organization has profiles.
 * @throws any error of `findProfiles`.
 */
export async function prepareBatch(
  batchId: number,
  batch: UnfinishedBatch,
  today: string,
  findProfiles: FindProfiles,
): Promise<PreparedBatch> {
  const failedBefore = new Set(batch.failed);
  const { version, organizationName, acceptedOn } = batch;
  const context = { version, organizationName, today, acceptedOn };
  const errors = new Map<number, string>();
  const broken = new Map<number, unknown>();
  const failed = new Map<number, InvoiceIdentity>();
  const noteFailed = (input: InvoiceInput, position: number) => {
    const identity = readStatedIdentity(input, context);
    if (identity !== null) failed.set(position, identity);
  };
  const prepare = (sent: unknown, position: number): PreparedInvoice | null => {
    const input = readInput(sent, version);
    if (failedBefore.has(position)) {
      if (input !== null) noteFailed(input, position);
      return null;
    }
    if (input === null) {
      errors.set(position, WRONG_SHAPE);
      return null;
    }
    let preparation: Preparation;
    try {
      preparation = prepareTwice(input, context);
    } catch (error) {
      broken.set(position, error);
      try {
        noteFailed(input, position);
      } catch {
        // The rules may throw again; then others cannot be compared with this invoice.
      }
      return null;
    }
    if (preparation.kind === 'prepared') return preparation.invoice;
    errors.set(position, joinMessages(preparation.findings));
    noteFailed(input, position);
    return null;
  };
  const prepared: (Issuable | null)[] = [];
  const blocks: PlacedBlock[] = [];
  // This does not run in a thread: parsing occupies this thread five times as long, and a thread would first need a free core.
  for (const inputs of takeByBlock(readInvoices(decompressBody(batch.body), version))) {
    const first = prepared.length;
    // Lets other jobs run while a large batch is prepared.
    if (first > 0) await yieldToEventLoop();
    const part = await (batch.hasRecipientProfiles
      ? writeCompleted(
          await mapYielding(inputs, (input, index) => prepare(input, first + index)),
          findProfiles,
        )
      : mapYielding(inputs, (input, index) => write(prepare(input, first + index))));
    const written = part.flatMap((invoice, index) =>
      invoice && 'text' in invoice
        ? [{ id: buildBatchInvoiceId(batchId, first + index), text: invoice.text }]
        : [],
    );
    const block = await compressWritten(written);
    if (block) blocks.push(block);
    for (const invoice of part)
      prepared.push(invoice && 'text' in invoice ? keepInvoice(invoice, block !== null) : invoice);
  }
  for (const [position, finding] of findBatchDuplicates(
    prepared.map((invoice) => invoice && writeIdentity(identityOf(invoice.document))),
  )) {
    errors.set(position, finding.message);
    failed.set(position, identityOf(prepared[position]!.document));
    prepared[position] = null;
  }
  const invoices = prepared.flatMap((invoice, position) => (invoice ? [[position, invoice] as const] : []));
  return { invoices: new Map(invoices), blocks, errors, broken, failed };
}

type Written = WrittenInvoice | PreparedInvoice | null;

/** Writes invoices that are completed with the profiles of their recipients. */
async function writeCompleted(
  invoices: readonly (PreparedInvoice | null)[],
  findProfiles: FindProfiles,
): Promise<Written[]> {
  const profiles = await findProfiles(invoices.flatMap((invoice) => invoice?.document ?? []));
  return mapYielding(invoices, (invoice) =>
    write(invoice && { ...invoice, document: completeDocument(invoice.document, profiles) }),
  );
}

function write(invoice: PreparedInvoice | null): Written {
  if (invoice === null) return null;
  const names = invoice.originals.length + invoice.numbered.length;
  return names === 0 ? writeInvoice(invoice.document) : invoice;
}

/** Prepares an invoice, and repeats the preparation once if it throws. An error that does not recur is not caused by the invoice. */
function prepareTwice(...args: Parameters<typeof prepareInvoice>): Preparation {
  try {
    return prepareInvoice(...args);
  } catch {
    return prepareInvoice(...args);
  }
}
