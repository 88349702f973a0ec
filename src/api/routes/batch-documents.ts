import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { wordOf } from '../../contracts/answers.ts';
import type { ApiVersion } from '../../contracts/codes.ts';
import { ELECTRONIC_FORMATS, type ElectronicFormat } from '../../contracts/electronic-formats.ts';
import { findRefusal, type UblProfileName, writeXml } from '../../domain/einvoice/formats.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { mapYielding } from '../../platform/process/map-yielding.ts';
import { attachFacturX } from '../../render/postprocess/attach-factur-x.ts';
import { splitDocuments } from '../archive-parts.ts';
import { organizationOf } from '../authentication.ts';
import { createBodyCollector } from '../bodies/free-bodies.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { EXTENSIONS } from '../documentation/describe-answers.ts';
import { describeArchive, PROFILE_PARAMETER } from '../documentation/describe-files.ts';
import {
  EXTENSIONS_OF,
  readProfile,
  type Reason,
  refuseBatch,
  translateReason,
} from '../electronic-documents.ts';
import { buildFacturaeJobOfBatch } from '../enqueue-facturae.ts';
import { buildMissingPdfJobs } from '../enqueue-pdf.ts';
import { readChoice } from '../filters.ts';
import { BatchId, type Query, readId } from '../ids-and-pages.ts';
import { whenGone } from '../poll-for-result.ts';
import { askForMissing, readPart } from '../read-part.ts';
import type { PdfReader } from '../read-stored-pdfs.ts';
import { listBatchPdfs, type StoredPdf } from '../reads/batch-pdfs.ts';
import { type BatchDocument, listDocumentSources } from '../reads/document-sources.ts';
import { readDocumentTexts } from '../reads/issued-document.ts';
import { type FacturaeOfBatch, listFacturae, readFacturae } from '../reads/signed-facturae.ts';
import { releasePermit } from '../request-semaphores.ts';
import { readSigningRefusal } from '../signing-refusals.ts';
import { zipFiles } from '../zip-files.ts';

/** An invoice of an archive. */
type Listed = BatchDocument & {
  /** Its PDF, which becomes a hybrid invoice; absent in archives of XML. */
  readonly pdf?: StoredPdf;
  readonly pages?: number;
  /** The state of its signed Facturae; absent in archives of other formats. */
  readonly facturae?: FacturaeOfBatch;
};
type Judged = Listed & {
  /** Why there is no document of the invoice; null if there is one. */
  readonly reason: Reason | null;
};

/** What an archive contains. */
type Wanted = {
  readonly organizationId: number;
  readonly batchId: number;
  readonly format: ElectronicFormat;
  readonly profile: UblProfileName;
};

const UNSIGNED: FacturaeOfBatch = { isSigned: false, refusal: null };

/** GET /invoice_batches/{id}/documents of each version */
export const batchDocumentRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.archives`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly version: ApiVersion;
  }
> = async (app, dependencies) => {
  const { version, pool, pdfReader, withPermit } = dependencies;
  const free = createBodyCollector();
  app.get<{ Params: { id: string }; Querystring: Query<'format' | 'profile'> }>(
    '/invoice_batches/:id/documents',
    {
      schema: {
        operationId: 'downloadBatchDocuments',
        summary: 'Download the electronic invoices of a batch',
        description:
          'Streams a ZIP archive of the invoices in one format, named by invoice number. The documents have the same bytes as in single downloads. The first file, `manifest.json`, is a list that maps each document (`file`) to its invoice: `batch_invoice_id`, `external_invoice_id` (or null), `invoice_number` and `annulled_at` (or null). For an invoice that the format cannot express, or that cannot be signed, `file` is null and `reason` has the `rule` and a `message`. With `facturae`, the first request starts to sign the invoices that are not signed yet. The download counts as one read for the rate limit.',
        tags: [version === 1 ? EXTENSIONS : 'Invoice batches'],
        params: Type.Object({ id: BatchId }),
        querystring: Type.Object({
          format: wordOf(ELECTRONIC_FORMATS, { description: 'The format of all documents.' }),
          profile: PROFILE_PARAMETER,
        }),
        response: describeArchive(
          'the batch is still being processed, or some files are not ready yet: PDFs with `hybrid`, signatures with `facturae`, which this request starts (send the request again after `Retry-After`); no invoice was issued; none of them has a document in this format, and the message contains the reason of the first; or their month is archived',
        ),
      },
    },
    async (request, reply) => {
      const { organizationId } = organizationOf(request);
      const format = readChoice('format', request.query.format ?? '', ELECTRONIC_FORMATS)!;
      const profile = readProfile(format, request.query.profile);
      const batchId = readId(request.params.id);
      const found = await listDocumentSources(pool, organizationId, batchId);
      releasePermit(request);
      if (!found) throw apiError('unknown_batch', {});
      if (found.endedAt === null) throw apiError('batch_unfinished', {});
      if (found.invoices.length === 0) throw apiError('batch_without_invoices', {});
      const wanted = { organizationId, batchId, format, profile };
      const invoices = await judge(reply, wanted, await addFiles(wanted, found.invoices));
      const able = invoices.filter(({ reason }) => reason === null);
      if (format === 'facturae') signMissing(wanted, able);
      if (able.length === 0) throw refuseBatch(format, invoices[0]!.reason!);
      const context = { ...dependencies, log: request.log };
      const language = chooseLanguage(request, reply);
      return (
        reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename="batch-${batchId}-${format}.zip"`)
          // A HEAD request gets an empty stream, because Node would read the whole archive otherwise.
          .send(
            request.method === 'HEAD'
              ? Readable.from([])
              : zipFiles({
                  invoices,
                  parts: [...splitDocuments(able)],
                  extension: EXTENSIONS_OF[format],
                  modified: new Date(found.endedAt),
                  read: (part) =>
                    readPart(context, { organizationId, batchId, ids: part.map(({ id }) => id) }, () =>
                      writePart(wanted, part),
                    ),
                  describe: ({ annulledAt, reason }) => ({
                    annulled_at: annulledAt,
                    reason: reason && translateReason(reason, language),
                  }),
                  onTaken: free,
                }),
          )
      );
    },
  );

  /** Adds to invoices what is stored of their documents. @throws ApiError 422 if the format is hybrid and PDFs are not rendered yet. */
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
   * Writes the XML of every invoice to learn which ones the format can express, and keeps none of it: the archive begins with a manifest of all invoices,
   * and its documents together can be large. Signed files are not written again. Stops when the client is gone, because nobody reads the rest.
   */
  async function judge(reply: FastifyReply, wanted: Wanted, invoices: readonly Listed[]): Promise<Judged[]> {
    const gone = whenGone(reply);
    const judged: Judged[] = [];
    for (const part of splitDocuments(invoices)) {
      if (gone.aborted && judged.length > 0) break;
      const unwritten = part.filter(({ facturae }) => !facturae?.isSigned);
      const refusals = await withPermit(wanted.organizationId, () =>
        eachOf(wanted, unwritten, ({ id }, write) => [id, findRefusal(write)] as const),
      );
      const reasons = new Map<number, Reason | null>(refusals);
      for (const invoice of part) {
        const refusal = invoice.facturae?.refusal;
        const reason = reasons.get(invoice.id) ?? (refusal ? readSigningRefusal(refusal) : null);
        judged.push({ ...invoice, reason });
      }
    }
    return judged;
  }

  async function writePart(wanted: Wanted, part: readonly Judged[]): Promise<Buffer[]> {
    const ids = part.map(({ id }) => id);
    if (wanted.format === 'facturae') return readFacturae(pool, wanted.organizationId, ids);
    if (wanted.format !== 'hybrid') return eachOf(wanted, part, (_invoice, write) => Buffer.from(write()));
    const pdfs = await pdfReader.readAll(
      wanted.organizationId,
      part.map(({ pdf }) => pdf!),
    );
    return eachOf(wanted, part, ({ issuedAt }, write, index) =>
      attachFacturX(pdfs[index]!, { xml: write(), issuedAt: new Date(issuedAt) }),
    );
  }

  /** Reads the documents of a part, and maps each invoice with the function that writes its XML, in steps that yield to the event loop. */
  async function eachOf<T extends Listed, R>(
    { organizationId, format, profile: name }: Wanted,
    part: readonly T[],
    map: (invoice: T, write: () => string, index: number) => R,
  ): Promise<R[]> {
    if (part.length === 0) return [];
    const ids = part.map(({ id }) => id);
    const texts = await readDocumentTexts(pool, organizationId, ids);
    return mapYielding(part, (invoice, index) => {
      const source = { document: readDocument(texts[index]!), profile: invoice.profile };
      return map(invoice, () => writeXml(format, source, name), index);
    });
  }
};
