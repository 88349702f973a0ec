import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { InvoiceInput as FlatInvoiceInput } from '../contracts/invoice-input.ts';
import { InvoiceInput } from '../contracts/v2/invoice-input.ts';
import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { findBatchDuplicates, identityOf, writeIdentity } from '../domain/invoice/invoice-identity.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import { completeDocument, type RecipientProfiles } from '../domain/recipients/complete-document.ts';
import { prepareInvoice, type Preparation, type PreparedInvoice } from '../domain/invoice/prepare-invoice.ts';
import { readStatedIdentity } from '../domain/invoice/read-stated-identity.ts';
import { writeInvoice, type WrittenInvoice } from '../domain/invoice/stored-document.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import type { PlacedBlock } from '../platform/literals/build-block.ts';
import { takeByBlock } from '../platform/literals/block-place.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';
import type { UnfinishedBatch } from './statements/issuing.ts';
import { type Finding, joinMessages } from '../domain/reading/findings.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { keepInvoice, type KeptInvoice, compressWritten, type Unnumbered } from './compress-documents.ts';
import {
  type IssuerRules,
  registerDocument,
  registerOf,
  type Registration,
} from '../domain/registers/register-document.ts';
import { type ChosenSeries, isPlaceholder, type StoredSeries } from '../domain/series/series-rules.ts';
import { readInvoices } from './read-invoices.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/**
 * An invoice that is ready to be issued. The document of an invoice that corrects or replaces
 * another one is completed after that other invoice is known.
 */
export type Issuable = KeptInvoice | Unnumbered | PreparedInvoice;

export type PreparedBatch = {
  /** The invoices by position in the request, in the order of the request. */
  readonly invoices: ReadonlyMap<number, Issuable>;
  /**
   * The literal blocks of the documents. Each block contains all documents of its part that are
   * valid by themselves.
   */
  readonly blocks: readonly PlacedBlock[];
  /**
   * Invoices that cannot be issued, as position → error message. Does not contain invoices that
   * failed before.
   */
  readonly errors: ReadonlyMap<number, Text>;
  /**
   * Invoices on which the preparation code threw twice, as position → error. The other invoices of
   * the batch show whether the invoice or the code is the cause.
   */
  readonly broken: ReadonlyMap<number, unknown>;
  /**
   * Identities of invoices that failed, before or now, as position → identity. Other invoices may
   * name them.
   */
  readonly failed: ReadonlyMap<number, InvoiceIdentity>;
};

/** The error message of an invoice that was accepted with members or values of a wrong shape. */
const WRONG_SHAPE = formatMessage('wrong_shape');

/*
 * Admission refuses invoices with a wrong shape. Preparation checks the shape again, because
 * otherwise a string in place of a boolean could become part of an immutable document.
 */
const flatShape = Compile(FlatInvoiceInput);
const fullShape = Compile(InvoiceInput);

/** Returns an invoice of a body; null if it has a wrong shape. */
function readInput(input: unknown, { isFlat }: RequestRules): InvoiceInput | null {
  if (isFlat) return flatShape.Check(input) ? input : null;
  return fullShape.Check(input) ? input : null;
}

/** Finds the profiles of the recipients of documents. */
export type FindProfiles = (documents: readonly InvoiceDocument[]) => Promise<RecipientProfiles>;

/**
 * Prepares the invoices of a batch that have not failed yet, from the body that the client sent.
 * @param today the current date in Madrid.
 * @param series the series of the organization.
 * @param registers what decides the registers and the deliveries of the invoices.
 * @param findProfiles called only if the organization has profiles.
 * @throws any error of `findProfiles`.
 */
export async function prepareBatch(
  batchId: number,
  batch: UnfinishedBatch,
  today: string,
  series: readonly StoredSeries[],
  registers: IssuerRules,
  findProfiles: FindProfiles,
): Promise<PreparedBatch> {
  const failedBefore = new Set(batch.failed);
  const { rules, organizationName, acceptedOn } = batch;
  const context = { rules, organizationName, today, acceptedOn, series, registers };
  const errors = new Map<number, Text>();
  const broken = new Map<number, unknown>();
  const failed = new Map<number, InvoiceIdentity>();
  const noteFailed = (input: InvoiceInput, position: number) => {
    const identity = readStatedIdentity(input, context);
    if (identity !== null) failed.set(position, identity);
  };
  const prepare = (sent: unknown, position: number): PreparedInvoice | null => {
    const input = readInput(sent, rules);
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
      const register = registerOf(input, context);
      preparation = prepareTwice(input, { ...context, ...(register !== null && { register }) });
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
  const refuse = (position: number, { document }: PreparedInvoice, findings: readonly Finding[]) => {
    errors.set(position, joinMessages(findings));
    if (!isPlaceholder(document.number)) failed.set(position, identityOf(document));
    return null;
  };
  /** Writes an invoice that names no others. */
  const write = (invoice: PreparedInvoice | null, position: number): Written => {
    if (invoice === null || invoice.originals.length + invoice.numbered.length > 0) return invoice;
    const registered = registerDocument(invoice.document, { registers, rules }, null);
    if (registered.kind === 'refused') return refuse(position, invoice, registered.findings);
    return { ...writeNumbered(invoice.document, invoice.series), registration: registered.registration };
  };
  const prepared: (Issuable | null)[] = [];
  const blocks: PlacedBlock[] = [];
  // This does not run in a thread: parsing occupies this thread five times as long, and a thread
  // would first need a free core.
  for (const inputs of takeByBlock(readInvoices(decompressBody(batch.body), rules))) {
    const first = prepared.length;
    // Lets other jobs run while a large batch is prepared.
    if (first > 0) await yieldToEventLoop();
    const part = await (batch.hasRecipientProfiles
      ? mapYielding(
          await complete(
            await mapYielding(inputs, (input, index) => prepare(input, first + index)),
            findProfiles,
          ),
          (invoice, index) => write(invoice, first + index),
        )
      : mapYielding(inputs, (input, index) => write(prepare(input, first + index), first + index)));
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

type Written =
  | (WrittenInvoice & { readonly registration: Registration })
  | Unnumbered
  | PreparedInvoice
  | null;

/** Completes invoices with the profiles of their recipients. */
async function complete(
  invoices: readonly (PreparedInvoice | null)[],
  findProfiles: FindProfiles,
): Promise<(PreparedInvoice | null)[]> {
  const profiles = await findProfiles(invoices.flatMap((invoice) => invoice?.document ?? []));
  return mapYielding(
    invoices,
    (invoice) => invoice && { ...invoice, document: completeDocument(invoice.document, profiles) },
  );
}

/** Writes the document of an invoice that names no others, or whose others are known. */
export function writeNumbered(
  document: InvoiceDocument,
  series: ChosenSeries | null,
): WrittenInvoice | Omit<Unnumbered, 'registration'> {
  const written = writeInvoice(document);
  return series === null ? written : { document: written.document, unnumbered: written.text, series };
}

/**
 * Prepares an invoice, and repeats the preparation once if it throws. An error that does not recur
 * is not caused by the invoice.
 */
function prepareTwice(...args: Parameters<typeof prepareInvoice>): Preparation {
  try {
    return prepareInvoice(...args);
  } catch {
    return prepareInvoice(...args);
  }
}
