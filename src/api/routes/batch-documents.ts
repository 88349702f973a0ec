import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { wordOf } from '../../contracts/answers.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import {
  ELECTRONIC_FORMATS,
  FORMATS,
  type ElectronicFormat,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import type { Refusal } from '../../domain/einvoice/refusal.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { splitDocuments, splitStored } from '../../deliver/zip-parts.ts';
import { organizationOf } from '../authentication.ts';
import { createBodyCollector } from '../bodies/free-bodies.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { holdUntilClosed, limitDownloads } from '../../deliver/download-permits.ts';
import { describeZip } from '../documentation/describe-files.ts';
import { type Reason, refuseBatch } from '../../deliver/refuse-documents.ts';
import { readProfile, sayReason } from '../answers/document-formats.ts';
import { buildFacturaeJobOfBatch } from '../../deliver/enqueue-facturae.ts';
import { buildMissingPdfJobs } from '../../deliver/enqueue-pdf.ts';
import { BatchId, PROFILE_PARAMETERS } from '../queries/parameters.ts';
import type { ApiForm } from '../versions.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import { openFacturae } from '../../deliver/open-facturae.ts';
import { askForMissing, readPart } from '../../deliver/read-part.ts';
import type { PdfReader } from '../../deliver/read-stored-pdfs.ts';
import { listBatchPdfs, type StoredPdf } from '../../deliver/reads/batch-pdfs.ts';
import { type BatchDocument, listDocumentSources } from '../../deliver/reads/document-sources.ts';
import { readDocumentBlock } from '../../platform/literals/issued-documents.ts';
import { type FacturaeOfBatch, listFacturae } from '../../deliver/reads/signed-facturae.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { DAMAGED_FILE, readSigningRefusal } from '../../deliver/signing-refusals.ts';
import type { BlockSources } from '../../deliver/writing/document-writer.ts';
import { zipFiles } from '../../deliver/zip-files.ts';

/** An invoice of a ZIP. */
type Listed = BatchDocument & {
  /** Its PDF, which becomes a hybrid invoice; absent in ZIPs of XML. */
  readonly pdf?: StoredPdf;
  readonly pages?: number;
  /** The state of its signed Facturae; absent in ZIPs of other formats. */
  readonly facturae?: FacturaeOfBatch;
};
type Judged = Listed & {
  /** Why there is no document of the invoice; null if there is one. */
  readonly reason: Reason | null;
};

/** What a ZIP contains. */
type Wanted = {
  readonly organizationId: number;
  readonly batchId: number;
  readonly format: ElectronicFormat;
  readonly profile: UblProfileName;
};

/** Judgements that are kept, so that a repeated request for a ZIP begins at once. */
const JUDGEMENTS = 10_000;
const UNSIGNED: FacturaeOfBatch = { isSigned: false, refusal: null };

/** GET /invoice_batches/{id}/documents of each version */
export const batchDocumentRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.zips`, which both versions share, as they do the following ones. */
    readonly withPermit: Semaphore;
    /** Permits of `PERMITS.begunZips`. */
    readonly whileBegun: Semaphore;
    /** Permits of `PERMITS.judging`. */
    readonly whileJudged: Semaphore;
    readonly form: ApiForm;
  }
> = async (app, dependencies) => {
  const { form, pool, pdfReader, writer } = dependencies;
  const whileBegun = limitDownloads(dependencies.whileBegun, 'many_documents');
  const whileJudged = limitDownloads(dependencies.whileJudged, 'many_documents');
  const free = createBodyCollector();
  // A document and its issuer's profile never change, so neither does what a format says of them.
  const judgements = new LRUCache<string, { readonly refusal: Refusal | null }>({ max: JUDGEMENTS });
  app.get<{ Params: { id: number }; Querystring: { format: ElectronicFormat; profile?: string } }>(
    '/invoice_batches/:id/documents',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'downloadBatchDocuments',
        summary: 'Download the electronic invoices of a batch',
        description:
          'Streams a ZIP archive of the invoices in one format, named by invoice number. The documents have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each document (`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null), `invoice_number` and `annulled_at` (or null). For an invoice that the format cannot express, that cannot be signed or whose signed file is damaged, `file` is null and `reason` has the `rule` and a `message`. With `facturae`, the first request starts to sign the invoices that are not signed yet. The download counts as one read for the rate limit.',
        tags: ['Invoice batches'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          format: wordOf(ELECTRONIC_FORMATS, { description: 'The format of all documents.' }),
          profile: PROFILE_PARAMETERS[form.version],
        }),
        response: describeZip(
          'the batch is still being processed, or some files are not ready yet: PDFs with `hybrid`, signatures with `facturae`, which this request starts (send the request again after `Retry-After`); no invoice was issued; none of them has a document in this format, and the message contains the reason of the first; or their month is archived',
        ),
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const { format } = request.query;
      const profile = readProfile(form.version, format, request.query.profile);
      const batchId = request.params.id;
      const found = await listDocumentSources(pool, organizationId, batchId);
      releasePermit(request);
      if (!found) throw apiError('unknown_batch', {});
      if (found.endedAt === null) throw apiError('batch_unfinished', {});
      if (found.invoices.length === 0) throw apiError('batch_without_invoices', {});
      const wanted = { organizationId, batchId, format, profile };
      const files = await addFiles(wanted, found.invoices);
      if (request.method !== 'HEAD') await holdUntilClosed(whileBegun, organizationId, reply);
      const invoices = await whileJudged(organizationId, () => judge(reply, wanted, files));
      const able = invoices.filter(({ reason }) => reason === null);
      if (format === 'facturae') signMissing(wanted, able);
      if (able.length === 0) throw refuseBatch(format, invoices[0]!.reason!);
      const context = { ...dependencies, log: request.log };
      const language = chooseLanguage(request, reply);
      return (
        reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename="batch-${batchId}-${format}.zip"`)
          // A HEAD request gets an empty stream, because Node would read the whole ZIP otherwise.
          .send(
            request.method === 'HEAD'
              ? Readable.from([])
              : zipFiles({
                  invoices,
                  parts: [...splitDocuments(able)],
                  extension: FORMATS[format].extension,
                  modified: new Date(found.endedAt),
                  read: (part) =>
                    readPart(context, { organizationId, batchId, ids: part.map(({ id }) => id) }, () =>
                      writePart(wanted, part),
                    ),
                  describe: ({ annulledAt, reason }) => ({
                    annulled_at: annulledAt,
                    reason: reason && sayReason(reason, language),
                  }),
                  onTaken: free,
                }),
          )
      );
    },
  );

  /**
   * Adds to invoices what is stored of their documents.
   * @throws ApiError 422 if the format is hybrid and PDFs are not rendered yet.
   */
  async function addFiles(
    { organizationId, batchId, format }: Wanted,
    invoices: readonly BatchDocument[],
  ): Promise<readonly Listed[]> {
    if (format === 'hybrid') return addPdfs(organizationId, batchId, invoices);
    if (format !== 'facturae') return invoices;
    const states = await listFacturae(pool, organizationId, batchId);
    return invoices.map((invoice) => ({ ...invoice, facturae: states.get(invoice.id) ?? UNSIGNED }));
  }

  /** Adds their PDFs to invoices. @throws ApiError 422 if some are not rendered yet. */
  async function addPdfs(
    organizationId: number,
    batchId: number,
    invoices: readonly BatchDocument[],
  ): Promise<Listed[]> {
    const { pdfs, missing, pdfsOnDemand, issued } = (await listBatchPdfs(pool, organizationId, batchId))!;
    if (missing.length > 0) {
      if (pdfsOnDemand)
        askForMissing(dependencies, batchId, buildMissingPdfJobs(organizationId, batchId, missing));
      throw apiError('pdfs_pending', { ready: pdfs.length, issued });
    }
    const byId = new Map(pdfs.map((pdf) => [pdf.id, pdf]));
    return invoices.map((invoice) => {
      const pdf = byId.get(invoice.id)!;
      return { ...invoice, pdf, pages: pdf.pages };
    });
  }

  /** Enqueues the signatures that are missing. @throws ApiError 422 if any is missing. */
  function signMissing({ organizationId, batchId }: Wanted, able: readonly Judged[]): void {
    const missing = able.flatMap(({ id, facturae }) => (facturae?.isSigned ? [] : [id]));
    if (missing.length === 0) return;
    askForMissing(dependencies, batchId, [buildFacturaeJobOfBatch(organizationId, missing)]);
    const issued = able.length;
    throw apiError('facturae_files_pending', { ready: issued - missing.length, issued });
  }

  /**
   * Finds which invoices the format can express, because the ZIP begins with a manifest of all of
   * them. Signed files are not judged again, but read, so that a damaged one spares the others.
   * Stops when the client is gone, because nobody reads the rest.
   */
  async function judge(reply: FastifyReply, wanted: Wanted, invoices: readonly Listed[]): Promise<Judged[]> {
    const { organizationId, format, profile: name } = wanted;
    const gone = whenGone(reply);
    const judged: Judged[] = [];
    const keyOf = ({ id }: Listed) => `${id} ${format} ${name}`;
    for (const part of splitStored(invoices)) {
      if (gone.aborted && judged.length > 0) break;
      const unsigned = part.filter(({ facturae }) => !facturae?.isSigned);
      const refusals = new Map(unsigned.map((invoice) => [invoice, judgements.get(keyOf(invoice))]));
      const unknown = unsigned.filter((invoice) => refusals.get(invoice) === undefined);
      if (unknown.length > 0) {
        const states = await writer.judge(await readSources(wanted, unknown), [
          { formats: [format], profile: name },
        ]);
        unknown.forEach((invoice, place) => {
          const judgement = { refusal: states[place]![0]!.get(format)! };
          judgements.set(keyOf(invoice), judgement);
          refusals.set(invoice, judgement);
        });
      }
      const signed = part.flatMap(({ id, facturae }) => (facturae?.isSigned ? [id] : []));
      const files = signed.length > 0 ? await openFacturae(dependencies, organizationId, signed) : [];
      const damaged = new Set(signed.filter((_, place) => files[place] === null));
      for (const invoice of part) {
        const refused = invoice.facturae?.refusal;
        const signing = refused ? readSigningRefusal(refused) : null;
        const reason = refusals.get(invoice)?.refusal ?? (damaged.has(invoice.id) ? DAMAGED_FILE : signing);
        judged.push({ ...invoice, reason });
      }
    }
    return judged;
  }

  async function writePart(wanted: Wanted, part: readonly Judged[]): Promise<Buffer[]> {
    const { organizationId, format, profile } = wanted;
    const ids = part.map(({ id }) => id);
    if (format === 'facturae') {
      const files = await openFacturae(dependencies, organizationId, ids);
      return files.map((file) => {
        if (file === null) throw new Error('A signed Facturae was damaged while its archive was sent');
        return file;
      });
    }
    const from = await readSources(wanted, part);
    const stored = part.flatMap(({ pdf }) => pdf ?? []);
    const pdfs = await pdfReader.readAll(organizationId, stored);
    const sources = from.sources.map((source, place) => {
      const content = pdfs[place];
      return content ? { ...source, pdf: { content, issuedAt: part[place]!.issuedAt } } : source;
    });
    const outcomes = await writer.write({ ...from, sources }, format, profile);
    return outcomes.map((outcome) => {
      if (outcome.kind === 'refused')
        throw new Error(`A judged invoice was refused: ${outcome.refusal.rule}`);
      return outcome.content;
    });
  }

  /** Reads the block of the documents of a part. @param part at least one invoice. */
  async function readSources({ organizationId }: Wanted, part: readonly Listed[]): Promise<BlockSources> {
    const block = await readDocumentBlock(pool, organizationId, part[0]!.id);
    const sources = part.map(({ id, profile, qrUrl }) => ({
      position: readBatchInvoiceId(id).position,
      profile,
      qrUrl,
    }));
    return { organizationId, block, sources };
  }
};
