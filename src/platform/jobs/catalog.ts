import type { JobsOptions } from 'bullmq';
import type { Static, TSchema } from 'typebox';
import { readBatchInvoiceId } from '../../domain/invoice/batch-invoice-id.ts';
import type { QUEUE_NAMES } from '../../contracts/codes.ts';
import {
  AskCensusJob,
  CompareSiiBookJob,
  DeliverToSpfeJob,
  DraftSiiBacklogJob,
  DeliverWebhooksJob,
  ProcessBatchJob,
  RemitRecordsJob,
  RenderLongPdfJob,
  RenderPdfsJob,
  RenderPreviewJob,
  SendSiiEntriesJob,
  SignFacturaeJob,
  MAX_SMALL_PDFS,
} from '../../contracts/jobs.ts';

export type QueueName = (typeof QUEUE_NAMES)[number];

/** The fields that every payload has. */
type OfOrganization = { readonly organizationId: number };

/**
 * Everything that the queues need to know about a kind of job. Its processor is in `workers`;
 * `workers/reconcile.ts` finds its lost jobs.
 */
export type JobKind<Payload = OfOrganization> = {
  readonly queue: QueueName;
  /**
   * The queue for a job about few ordinary invoices. The payload alone decides, because a repeated
   * job is looked up in the queue that it was put in.
   */
  readonly small?: {
    readonly queue: QueueName;
    readonly mostInvoices: number;
    measure(payload: Payload): number;
  };
  readonly payload: TSchema;
  /**
   * Identifies the rows that a job is about, unique within the job's name. At most one job exists
   * for them at a time.
   */
  identify(payload: Payload): string;
  /** The text that the operator sees for a job, before its organization. */
  label(payload: Payload): string;
  /** One sentence for the operator. */
  readonly purpose: string;
  readonly options: JobsOptions;
  /**
   * The assumed time in seconds per unit of work, from which the priorities of an organization's
   * jobs are computed. A busy worker is faster. The unit is an invoice, an envelope of records, or
   * one second of a job that is processed alone.
   */
  readonly secondsOfWork: number;
};

const KEPT = {
  removeOnComplete: { count: 1000, age: 24 * 3600 },
  removeOnFail: { count: 1000, age: 7 * 24 * 3600 },
} satisfies JobsOptions;

/**
 * The workers' backoff strategy waits half a second after the first failure and doubles the delay
 * up to one minute.
 */
const RETRIED = { attempts: 20, backoff: { type: 'capped' } } satisfies JobsOptions;

/** A batch of at most this many invoices is issued within the time of a few requests. */
export const MAX_SMALL_BATCH = 50;

/**
 * The catalog of all jobs, by name. PostgreSQL holds the work that is due; a job only asks a worker
 * to look at it. The life of a job: it is waiting, is active in a worker, and then completes or
 * fails. A failed attempt is repeated after a delay until the attempts are used up. A job without
 * attempts left is kept for the operator. The reconciler enqueues a new job for everything that is
 * still due.
 */
export const JOBS = {
  'process-batch': describe(ProcessBatchJob, {
    queue: 'batches',
    small: {
      queue: 'small-batches',
      mostInvoices: MAX_SMALL_BATCH,
      measure: ({ work }) => work,
    },
    identify: ({ batchId }) => `${batchId}`,
    label: ({ batchId, invoices }) => `batch ${batchId} · ${invoices} invoices`,
    purpose: 'Issues the invoices of a batch',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 0.01,
  }),
  'render-pdfs': describe(RenderPdfsJob, {
    queue: 'pdfs',
    small: { queue: 'small-pdfs', mostInvoices: MAX_SMALL_PDFS, measure: ({ from, to }) => to - from + 1 },
    identify: ({ batchId, from, to }) => `${batchId}-${from}-${to}`,
    label: ({ batchId, from, to }) => `batch ${batchId} · PDFs ${from} to ${to}`,
    purpose: 'Renders the PDFs of issued invoices',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 0.1,
  }),
  'render-long-pdf': describe(RenderLongPdfJob, {
    queue: 'long-pdfs',
    identify: ({ batchId, position }) => `${batchId}-${position}`,
    label: ({ batchId, position }) => `batch ${batchId} · long PDF ${position}`,
    purpose: 'Renders the PDF of one long invoice in a separate browser',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
  'render-slow-pdf': describe(RenderLongPdfJob, {
    queue: 'slow-pdfs',
    identify: ({ batchId, position }) => `${batchId}-${position}`,
    label: ({ batchId, position }) => `batch ${batchId} · slow PDF ${position}`,
    purpose: 'Renders the PDF of one invoice that takes Chromium too long for the queue long-pdfs',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
  'render-preview': describe(RenderPreviewJob, {
    queue: 'small-pdfs',
    identify: ({ previewId }) => `${previewId}`,
    label: ({ previewId }) => `preview ${previewId}`,
    purpose: 'Renders the preview of an invoice that was not issued, for which a client waits',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 0.2,
  }),
  'remit-records': describe(RemitRecordsJob, {
    queue: 'remission',
    // A job for a full envelope may run while the chain's ordinary job still waits.
    identify: ({ chainId, isFull }) => `${chainId}${isFull ? '-full' : ''}`,
    label: ({ chainId, records }) =>
      `chain ${chainId} · ${records === 0 ? 'comparison with AEAT' : `${records} records`}`,
    purpose: 'Sends the registration records of a chain to AEAT; delayed during the waiting time of AEAT',
    // A job may wait for AEAT for days, and logs the reason each time.
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    // A worker sends eight envelopes of an organization at once, and AEAT takes about a second for
    // each.
    secondsOfWork: 0.5,
  }),
  'send-sii-entries': describe(SendSiiEntriesJob, {
    queue: 'remission',
    identify: ({ chainId, slot }) => `${chainId}-${slot}`,
    label: ({ chainId, entries }) => `chain ${chainId} · ${entries} entries in SII`,
    purpose: 'Sends the entries of an issuer in SII to AEAT',
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    secondsOfWork: 0.5,
  }),
  'compare-sii-book': describe(CompareSiiBookJob, {
    queue: 'remission',
    identify: ({ comparisonId }) => `${comparisonId}`,
    label: ({ comparisonId }) => `comparison ${comparisonId} in SII`,
    purpose: "Compares a period of AEAT's book in SII with the entries of the engine, page by page",
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    // Reading a page of 10,000 invoices takes seconds, and everything else is more urgent.
    secondsOfWork: 60,
  }),
  'draft-sii-backlog': describe(DraftSiiBacklogJob, {
    queue: 'remission',
    identify: ({ backlogId }) => `${backlogId}`,
    label: ({ backlogId }) => `backlog ${backlogId} in SII`,
    purpose: 'Drafts the entries of invoices from before the day on which their issuer entered SII',
    options: { ...KEPT, ...RETRIED },
    // Everything else is more urgent, and the invoices may be sent until the end of the year.
    secondsOfWork: 60,
  }),
  'deliver-to-spfe': describe(DeliverToSpfeJob, {
    queue: 'spfe',
    identify: ({ chainId, slot }) => `${chainId}-${slot}`,
    label: ({ chainId, deliveries }) => `chain ${chainId} · ${deliveries} deliveries to the SPFE`,
    purpose: "Writes an issuer's invoices for AEAT's public solution and, with a transport, sends them",
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    secondsOfWork: 0.5,
  }),
  // In the queue of a duty that has the keys of the certificates. The reconciler does not
  // enqueue it again if it is lost or fails: the client does when it repeats its request.
  'sign-facturae': describe(SignFacturaeJob, {
    queue: 'remission',
    // At most one job for batches of an organization exists at a time. However many archives it
    // requests, its signatures take one slot of a worker.
    identify: ({ organizationId, issuedInvoiceId, lastInvoiceId }) =>
      lastInvoiceId === undefined ? `${issuedInvoiceId}` : `batch-of-${organizationId}`,
    label: ({ issuedInvoiceId, lastInvoiceId }) =>
      lastInvoiceId === undefined
        ? `Facturae of invoice ${issuedInvoiceId}`
        : `Facturae of batch ${readBatchInvoiceId(issuedInvoiceId).batchId}`,
    purpose: 'Signs the Facturae of issued invoices that a client requested',
    // A job that waits for its next attempt would block the other batches of the organization.
    options: { ...KEPT, attempts: 1 },
    // Signing takes about 5 ms.
    secondsOfWork: 0.01,
  }),
  // In the same queue, because AEAT requires a certificate. The reconciler does not enqueue it again if
  // it is lost: who waits for an answer does.
  'ask-census': describe(AskCensusJob, {
    queue: 'remission',
    identify: ({ organizationId }) => `${organizationId}`,
    label: () => 'census',
    purpose: "Asks AEAT's census about the issuers and recipients of invoices before they are issued",
    options: { ...KEPT, attempts: 1 },
    secondsOfWork: 1,
  }),
  'deliver-webhooks': describe(DeliverWebhooksJob, {
    queue: 'webhooks',
    identify: ({ endpointId }) => `${endpointId}`,
    label: ({ endpointId }) => `webhook endpoint ${endpointId}`,
    purpose: 'Delivers the waiting events of a webhook endpoint',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
} as const;
export type JobName = keyof typeof JOBS;

/** Makes the compiler check a catalog entry against the type of its payload. */
function describe<Schema extends TSchema>(
  payload: Schema,
  kind: Omit<JobKind<Static<Schema> & OfOrganization>, 'payload'>,
): typeof kind & { readonly payload: Schema } {
  return { ...kind, payload };
}
