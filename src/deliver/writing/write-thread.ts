import { hash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { findSentInvoice, parseLiterally } from './find-sent-invoice.ts';
import type { ElectronicFormat, UblProfileName } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { viewTaxGroups, viewTotals } from '../../contracts/v2/amounts.ts';
import type { DocumentSummary } from '../../contracts/v2/invoice-answers.ts';
import type { Signers } from '../../domain/einvoice/facturae/foresee-signing.ts';
import { judgeFormats, writeXml } from '../../domain/einvoice/formats.ts';
import { NotExpressible, type FormatStates, type Refusal } from '../../domain/einvoice/refusal.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import { BlockDamage, decompressLiterals, type LiteralBlock } from '../../platform/literals/literal-block.ts';
import { decompressInPieces } from '../../platform/literals/stored-body.ts';
import { attachFacturX } from '../../render/postprocess/attach-factur-x.ts';
import { pickMembers, type Selection } from '../../domain/reading/selection.ts';
import { summarizeDocument, viewDocument } from './view-document.ts';

// On Linux this lowers the priority of this thread only: the event loop and PostgreSQL take
// precedence if there are few cores.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/* Tasks of the document writer's threads. */

type Bytes = Uint8Array<ArrayBuffer>;

/** A literal block whose bytes belong to the thread. */
type GivenBlock = { readonly codec: number; readonly sha256: Bytes; readonly content: Bytes };

/** A document in a block, and what its electronic invoice contains beside it. */
export type SourceInBlock = {
  /** Position of the invoice in its batch. */
  readonly position: number;
  readonly profile: IssuerDetails | null;
  /** The address in its QR code; null if it has none, and absent where nothing is written. */
  readonly qrUrl?: string | null;
  /** Who can sign its Facturae; absent if that does not matter. */
  readonly signers?: Signers | undefined;
  /**
   * The PDF that becomes a hybrid invoice, and when the invoice was issued, in milliseconds since
   * 1970.
   */
  readonly pdf?: { readonly content: Uint8Array; readonly issuedAt: number };
};

/** Documents in a block that belongs to the thread. */
export type GivenSources = { readonly block: GivenBlock; readonly sources: readonly SourceInBlock[] };

type Outcome =
  | { readonly kind: 'written'; readonly content: Uint8Array; readonly sha256: Uint8Array }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly states: FormatStates };

/** The members of an answer that are read from a document. */
export type OfDocument = 'document' | 'tax_groups' | keyof DocumentSummary;

/** Which of them are wanted, each whole or some of its members. */
export type ViewedMembers = Readonly<Partial<Record<OfDocument, Selection | true>>>;

/** What a whole invoice contains of its document: the wanted members as JSON. */
export type ViewedDocument = {
  readonly members: Readonly<Partial<Record<OfDocument, string>>>;
  /** The invoices that the document rectifies or replaces. */
  readonly referenced: readonly InvoiceIdentity[];
};

/** A task whose block is damaged has no result: a thread cannot throw an error of our own class. */
export type Reply<T> = { readonly result: T } | { readonly damage: string };

/** Formats of which an invoice is judged. */
export type JudgedFormats = {
  readonly formats: readonly ElectronicFormat[];
  /** The profile of UBL. */
  readonly profile: UblProfileName;
};

/** Judges invoices without writing them. */
export function judge(
  task: GivenSources & { readonly judged: readonly JudgedFormats[] },
): Promise<Reply<FormatStates[][]>> {
  return withDocuments(task, (document, { profile, signers }) =>
    task.judged.map((each) => judgeFormats({ document, profile, signers }, each.formats, each.profile)),
  );
}

/** Writes invoices in a format. */
export function write(
  task: GivenSources & { readonly format: ElectronicFormat; readonly profile: UblProfileName },
): Promise<Reply<Outcome[]>> {
  const { format, profile: name } = task;
  return withDocuments(task, (document, { profile, qrUrl = null, pdf }): Outcome => {
    const source = { document, profile, qrUrl };
    try {
      const xml = writeXml(format, source, name);
      const content = pdf
        ? attachFacturX(Buffer.from(pdf.content), { xml, issuedAt: new Date(pdf.issuedAt) })
        : new TextEncoder().encode(xml);
      return { kind: 'written', content, sha256: hash('sha256', content, 'buffer') };
    } catch (error) {
      if (!(error instanceof NotExpressible)) throw error;
      return { kind: 'refused', refusal: error.refusal, states: judgeFormats(source) };
    }
  });
}

const VIEWS: Readonly<Record<OfDocument, (document: InvoiceDocument) => unknown>> = {
  document: viewDocument,
  tax_groups: viewTaxGroups,
  recipient: (document) => summarizeDocument(document).recipient,
  recipients_count: (document) => summarizeDocument(document).recipients_count,
  totals: viewTotals,
};

/** Describes a document as an answer of version 2 contains it. */
export function view(
  task: GivenSources & { readonly members: ViewedMembers },
): Promise<Reply<ViewedDocument[]>> {
  const wanted = Object.entries(task.members) as [OfDocument, Selection | true][];
  return withDocuments(task, (document) => ({
    members: Object.fromEntries(
      wanted.map(([name, selection]) => [
        name,
        JSON.stringify(pickMembers(VIEWS[name](document), selection)),
      ]),
    ),
    referenced: [...(document.rectification?.invoices ?? []), ...(document.replaces ?? [])],
  }));
}

/** Summarizes documents in several blocks, as lists show them. */
export async function summarize(task: {
  readonly blocks: readonly (GivenBlock & { readonly positions: readonly number[] })[];
}): Promise<Reply<DocumentSummary[][]>> {
  const result: DocumentSummary[][] = [];
  for (const { positions, ...block } of task.blocks) {
    const sources = positions.map((position) => ({ position, profile: null }));
    const reply = await withDocuments({ block, sources }, summarizeDocument);
    if ('damage' in reply) return reply;
    result.push(reply.result);
  }
  return { result };
}

/**
 * Finds an invoice in the stored body of its batch and writes it as JSON of an answer, each number
 * with the digits of its literal.
 * @returns null if the body was erased.
 */
export async function viewSent(task: {
  readonly body: Bytes;
  /** Position of the invoice in the request, from 0. */
  readonly position: number;
}): Promise<string | null> {
  const found = await findSentInvoice(
    decompressInPieces(yieldOne(Buffer.from(task.body.buffer))),
    task.position,
  );
  return found && JSON.stringify(parseLiterally(found.toString('utf8')));
}

async function* yieldOne(bytes: Buffer): AsyncGenerator<Buffer, void, void> {
  if (bytes.length > 0) yield bytes;
}

/** Does nothing; running this task loads the modules of the thread. */
export function warmUp(_task: null): void {}

async function withDocuments<T>(
  { block, sources }: GivenSources,
  map: (document: InvoiceDocument, source: SourceInBlock) => T,
): Promise<Reply<T[]>> {
  try {
    const stored: LiteralBlock = {
      codec: block.codec,
      sha256: Buffer.from(block.sha256),
      content: Buffer.from(block.content.buffer),
    };
    const positions = new Set(sources.map(({ position }) => position));
    const texts = await decompressLiterals('documents', stored, positions);
    return {
      result: sources.map((source) => {
        const text = texts.get(source.position);
        if (text === undefined) throw new BlockDamage(`there is no document at position ${source.position}`);
        return map(readDocument(text), source);
      }),
    };
  } catch (error) {
    if (error instanceof BlockDamage) return { damage: error.message };
    throw error;
  }
}
