import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../../contracts/api-error.ts';
import { wordOf } from '../../contracts/answers.ts';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import { DocumentFormatsAnswer, DetailedFormatsAnswer } from '../../contracts/document-formats.ts';
import {
  ELECTRONIC_FORMATS,
  type ElectronicFormat,
  FORMATS,
  UBL_PROFILES,
  type UblProfileName,
} from '../../contracts/electronic-formats.ts';
import { findSigners } from '../../accept/statements/issuer-profiles.ts';
import type { Signers } from '../../domain/einvoice/facturae/foresee-signing.ts';
import type { FormatStates } from '../../domain/einvoice/refusal.ts';
import type { Semaphore } from '../../platform/admission/semaphore.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { organizationOf } from '../authentication.ts';
import { awaitFacturae } from '../../deliver/await-facturae.ts';
import { awaitPdf } from '../../deliver/await-pdf.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeAnswer } from '../documentation/describe-answers.ts';
import { describeFailures, describeFile } from '../documentation/describe-files.ts';
import { limitDownloads } from '../../deliver/download-permits.ts';
import { refuseDocument } from '../../deliver/refuse-documents.ts';
import { readProfile, viewFormats, viewProfiles } from '../answers/document-formats.ts';
import { allowKeeping, isNamed, writeEtag } from '../../deliver/entity-tags.ts';
import { buildFileName } from '../../deliver/file-names.ts';
import { BatchInvoiceId, PROFILE_PARAMETERS } from '../queries/parameters.ts';
import { openFacturae } from '../../deliver/open-facturae.ts';
import { openPdf } from '../../deliver/open-pdf.ts';
import { whenGone } from '../../deliver/poll-for-result.ts';
import type { OpenedPdf, PdfReader } from '../../deliver/read-stored-pdfs.ts';
import { type DocumentSource, getDocumentSource } from '../../deliver/reads/document-sources.ts';
import { readDocumentBlock } from '../../platform/literals/issued-documents.ts';
import { getPdf } from '../../deliver/reads/pdf-state.ts';
import { getFacturae } from '../../deliver/reads/signed-facturae.ts';
import { releasePermit } from '../limits/request-semaphores.ts';
import { refuseUnissued } from '../../deliver/refuse-unissued.ts';
import type { BlockSources } from '../../deliver/writing/document-writer.ts';
import type { JudgedFormats } from '../../deliver/writing/write-thread.ts';
import type { ApiForm } from '../versions.ts';

type Wanted = {
  readonly organizationId: number;
  /** Id of the batch invoice. */
  readonly id: number;
  readonly profile: UblProfileName;
  /** Aborted when the client is gone, which ends waits. */
  readonly gone: AbortSignal;
  /** Called after the invoice has been looked up. */
  readonly onFound: () => void;
};

const ALL: JudgedFormats = { formats: ELECTRONIC_FORMATS, profile: 'cen' };
/** Every format, and UBL with its other profiles. */
const WITH_PROFILES: readonly JudgedFormats[] = UBL_PROFILES.map((profile) =>
  profile === 'cen' ? ALL : { formats: ['ubl'], profile },
);

const LISTS =
  'Lists the formats of electronic invoices. For each format that cannot express this invoice, the answer has the rule that prevents it.';

/** What the judgement of an invoice depends on beside its document. */
type Judged = Pick<DocumentSource, 'profile'> & { readonly signers?: Signers | undefined };

type OpenedFile = {
  readonly invoiceNumber: string;
  /** UTC, whole seconds; null if the invoice is not annulled. */
  readonly annulledAt: string | null;
  readonly sha256: Buffer;
  readonly read: () => Promise<Buffer>;
};

/** GET /invoices/{id}/documents, or /batch_invoices/{id}/documents, and the documents themselves */
export const documentRoutes: FastifyPluginAsync<
  Dependencies & {
    readonly pdfReader: PdfReader;
    /** Permits of `PERMITS.downloads`, which both versions share. */
    readonly withPermit: Semaphore;
    readonly form: ApiForm;
  }
> = async (app, dependencies) => {
  const { form, pool, writer, now } = dependencies;
  const withPermit = limitDownloads(dependencies.withPermit, 'many_documents');
  const path = `${form.invoices.path}/:id/documents`;
  const tags = ['Invoices'];

  app.get<{ Params: { id: number } }>(
    path,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listDocumentFormats',
        summary: 'List the electronic formats of an invoice',
        description: form.hasDetails
          ? `${LISTS} Of \`facturae\` it also has the reason why the certificates of the issuer cannot sign it now.`
          : LISTS,
        tags,
        params: Type.Object({ id: BatchInvoiceId }),
        response: {
          200: describeAnswer('The formats', form.hasDetails ? DetailedFormatsAnswer : DocumentFormatsAnswer),
          ...describeFailures(
            'there is no document. The invoice failed (the message contains the reason), is still being processed (send the request again after `Retry-After`), or belongs to an archived month',
          ),
        },
      },
    },
    async (request, reply): Promise<DocumentFormatsAnswer | DetailedFormatsAnswer> => {
      const { organizationId } = organizationOf(request);
      const id = request.params.id;
      const found = await findSource(organizationId, id);
      // What follows has its own semaphore.
      releasePermit(request);
      const language = chooseLanguage(request, reply);
      if (!form.hasDetails) return { data: viewFormats(await judge(organizationId, id, found), language) };
      const signers = found.isSigned ? undefined : await findOwnSigners(organizationId, found.issuerNif!);
      const given = { profile: found.profile, signers };
      const judged = await judgeAll(organizationId, id, given, WITH_PROFILES);
      const states = Object.fromEntries(UBL_PROFILES.map((name, place) => [name, judged[place]!]));
      return { data: viewProfiles(states as Record<UblProfileName, FormatStates>, language) };
    },
  );

  app.get<{ Params: { id: number; format: string }; Querystring: { profile?: string } }>(
    `${path}/:format`,
    {
      config: { right: 'read' },
      schema: {
        operationId: 'downloadDocument',
        summary: 'Download an electronic invoice',
        description:
          "Downloads the invoice in an electronic format. It is the invoice as it was issued, also after its annulment, which `X-Annulled-At` states. Every download has the same bytes. `facturae` is signed with the issuer's certificate (XAdES-EPES with Facturae's signature policy 3.1): the first request signs it and waits for up to 10 seconds. `hybrid` is the PDF of the invoice with the XML in it: like the PDF, it is rendered if it does not exist yet, which the request waits for, and its pages show an annulment.",
        tags,
        params: Type.Object({
          id: BatchInvoiceId,
          format: wordOf(ELECTRONIC_FORMATS, { description: 'The format.' }),
        }),
        querystring: Type.Object({
          profile: PROFILE_PARAMETERS[form.version],
        }),
        ...describeFile({
          name: 'document',
          mediaTypes: [...new Set(Object.values(FORMATS).map(({ mediaType }) => mediaType))],
          unavailable:
            'there is no document. The format cannot express the invoice (the message contains the rule and the formats that can), its issuer has no certificate that can sign it (the message contains the reason and the remedy), its stored signed file is damaged (the operator can have it signed again), the invoice failed (the message contains the reason), its month is archived, or the document is not available yet (the answer has `Retry-After`: send the request again)',
        }),
      },
    },
    async (request, reply) => {
      const format = ELECTRONIC_FORMATS.find((each) => each === request.params.format);
      if (format === undefined) return reply.callNotFound();
      const wanted: Wanted = {
        organizationId: organizationOf(request).organizationId,
        id: request.params.id,
        profile: readProfile(form.version, format, request.query.profile),
        gone: whenGone(reply),
        // What follows only waits or has its own semaphore.
        onFound: () => releasePermit(request),
      };
      const file = await (format === 'facturae' ? openSigned(wanted) : openWritten(format, wanted));
      const etag = writeEtag(file.sha256);
      allowKeeping(reply, etag);
      if (file.annulledAt !== null) reply.header('X-Annulled-At', file.annulledAt);
      if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
      const { mediaType, extension } = FORMATS[format];
      const name = buildFileName(file.invoiceNumber, extension);
      return reply
        .type(mediaType === 'application/xml' ? `${mediaType}; charset=utf-8` : mediaType)
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(await file.read());
    },
  );

  /**
   * Returns what the documents of an issued invoice are made from.
   * @throws ApiError if it is not issued.
   */
  async function findSource(organizationId: number, id: number): Promise<DocumentSource> {
    const found = await getDocumentSource(pool, organizationId, id);
    if (found === null) throw apiError('unknown_invoice', {});
    if (!found.isIssued) throw refuseUnissued(found.processingError);
    return found;
  }

  /**
   * Reads the block of a document and works on it under a permit.
   * @throws MonthArchivedError if the document was archived with its month.
   */
  function withBlock<T>(
    {
      organizationId,
      id,
      ...given
    }: Pick<Wanted, 'organizationId' | 'id'> & Judged & Partial<Pick<DocumentSource, 'qrUrl'>>,
    work: (from: BlockSources) => Promise<readonly T[]>,
  ): Promise<T> {
    return withPermit(organizationId, async () => {
      const block = await readDocumentBlock(pool, organizationId, id);
      const { position } = readBatchInvoiceId(id);
      return (await work({ organizationId, block, sources: [{ position, ...given }] }))[0]!;
    });
  }

  function judgeAll(
    organizationId: number,
    id: number,
    { profile, signers }: Judged,
    judged: readonly JudgedFormats[],
  ): Promise<FormatStates[]> {
    return withBlock({ organizationId, id, profile, signers }, (from) => writer.judge(from, judged));
  }

  async function findOwnSigners(organizationId: number, nif: string): Promise<Signers> {
    const found = await findSigners(
      (statement) => readAsOrganization(pool, organizationId, statement),
      organizationId,
      [nif],
      now(),
    );
    return found.get(nif)!;
  }

  async function judge(organizationId: number, id: number, found: DocumentSource): Promise<FormatStates> {
    return (await judgeAll(organizationId, id, found, [ALL]))[0]!;
  }

  /** Writes a document that is not stored. */
  async function openWritten(
    format: Exclude<ElectronicFormat, 'facturae'>,
    wanted: Wanted,
  ): Promise<OpenedFile> {
    const { organizationId, id, profile: name, onFound } = wanted;
    const found = await findSource(organizationId, id);
    onFound();
    const pdf = format === 'hybrid' ? await openRendered(wanted, found) : null;
    const { profile, qrUrl } = found;
    const outcome = await withBlock({ organizationId, id, profile, qrUrl }, async (from) => {
      if (pdf === null) return writer.write(from, format, name);
      const content = await pdf.read({ from: 0, bytes: pdf.bytes });
      const sources = from.sources.map((source) => ({
        ...source,
        pdf: { content, issuedAt: found.issuedAt! },
      }));
      return writer.write({ ...from, sources }, format, name);
    });
    if (outcome.kind === 'refused') throw refuseDocument(outcome.states, outcome.refusal, { profile: name });
    return {
      invoiceNumber: found.invoiceNumber!,
      annulledAt: found.annulledAt,
      sha256: outcome.sha256,
      read: async () => outcome.content,
    };
  }

  /**
   * Opens the PDF of an invoice that the format hybrid can express; a worker renders it if it does
   * not exist yet.
   */
  async function openRendered(wanted: Wanted, found: DocumentSource): Promise<OpenedPdf> {
    const { organizationId, id } = wanted;
    const states = await judge(organizationId, id, found);
    const refusal = states.get('hybrid');
    if (refusal) throw refuseDocument(states, refusal);
    const state = (await getPdf(pool, organizationId, id))!;
    const rendered = state.sha256 ? state : await awaitPdf(dependencies, { ...wanted, state });
    const take = <T>(work: () => Promise<T>) => withPermit(organizationId, work);
    return (await openPdf({ ...dependencies, takePermit: take }, wanted, rendered)).pdf;
  }

  /**
   * Opens the stored file of a signed invoice, and has it signed before if it is not signed yet.
   * Its document is then read first, because no worker is needed to refuse an invoice that Facturae
   * cannot express.
   */
  async function openSigned({ organizationId, id, gone, onFound }: Wanted): Promise<OpenedFile> {
    let state = await getFacturae(pool, organizationId, id);
    onFound();
    if (state === null) throw apiError('unknown_invoice', {});
    if (state.sha256 === null) {
      const found = await findSource(organizationId, id);
      const states = await judge(organizationId, id, found);
      const refusal = states.get('facturae');
      if (refusal) throw refuseDocument(states, refusal);
      state = await awaitFacturae(dependencies, { organizationId, id, states, state, gone });
    }
    return {
      invoiceNumber: state.invoiceNumber!,
      annulledAt: state.annulledAt,
      sha256: state.sha256!,
      read: async () =>
        (await withPermit(organizationId, () => openFacturae(dependencies, organizationId, [id])))[0] ??
        refuseDamaged(),
    };
  }
};

function refuseDamaged(): never {
  throw apiError('facturae_damaged', {});
}
