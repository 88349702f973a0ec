import type { JobsOptions } from 'bullmq';
import type { Static, TSchema } from 'typebox';
import type { QUEUE_NAMES } from '../../contracts/codes.ts';
import {
  DeliverWebhooksJob,
  ProcessBatchJob,
  RemitRecordsJob,
  RenderLongPdfJob,
  RenderPdfsJob,
  MAX_SMALL_PDFS,
} from '../../contracts/jobs.ts';

export type QueueName = (typeof QUEUE_NAMES)[number];

/** What every payload has. */
type OfOrganization = { readonly organizationId: number };

/** All that is said of a kind of job; its processor is in `workers`, and how its lost hints are found in `src/operate/reconciling`. */
export type JobKind<Payload = OfOrganization> = {
  readonly queue: QueueName;
  /** Where it goes instead when it is about so few ordinary invoices; told by the payload alone, since a hint that is repeated is looked for where it was put. */
  readonly small?: {
    readonly queue: QueueName;
    readonly mostInvoices: number;
    measure(payload: Payload): number;
  };
  readonly payload: TSchema;
  /** Names the rows that a job is about, within its name: there is one job for them at a time. */
  identify(payload: Payload): string;
  /** What the operator sees of a job, before its organization. */
  label(payload: Payload): string;
  /** One sentence for the operator. */
  readonly purpose: string;
  readonly options: JobsOptions;
  /** The modest pace that an organization's turns are reckoned with, slower than a busy worker: of an invoice, or of an envelope of records; where one at a time is worked on, of a second. */
  readonly secondsOfWork: number;
};

const KEPT = {
  removeOnComplete: { count: 1000, age: 24 * 3600 },
  removeOnFail: { count: 1000, age: 7 * 24 * 3600 },
} satisfies JobsOptions;

/** Half a second after the first failure, doubling up to a minute: the workers' backoff strategy. */
const RETRIED = { attempts: 20, backoff: { type: 'capped' } } satisfies JobsOptions;

/** Few enough that a batch is issued within the time of a few requests. */
export const MAX_SMALL_BATCH = 50;

/**
 * Every job name with all that is said of it. A job that used up its attempts is kept for the operator;
 * PostgreSQL holds the to-do list, and the reconciler hints again at whatever is still due.
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
    purpose: 'Renders the PDF of one long invoice, in a browser that holds up no other',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
  'render-slow-pdf': describe(RenderLongPdfJob, {
    queue: 'slow-pdfs',
    identify: ({ batchId, position }) => `${batchId}-${position}`,
    label: ({ batchId, position }) => `batch ${batchId} · slow PDF ${position}`,
    purpose: 'Renders the PDF of one invoice whose text takes Chromium too long for the long ones',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
  'remit-records': describe(RemitRecordsJob, {
    queue: 'remission',
    // A full envelope may go while the chain's ordinary hint still waits.
    identify: ({ chainId, isFull }) => `${chainId}${isFull ? '-full' : ''}`,
    label: ({ chainId, records }) =>
      `chain ${chainId} · ${records === 0 ? 'comparison with AEAT' : `${records} records`}`,
    purpose: 'Sends the registration records of a chain to AEAT; while AEAT makes it wait it is delayed',
    // A job that waits for AEAT may do so for days, and notes why each time.
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    // A worker sends eight of an organization at once, and AEAT takes a second.
    secondsOfWork: 0.5,
  }),
  'deliver-webhooks': describe(DeliverWebhooksJob, {
    queue: 'webhooks',
    identify: ({ endpointId }) => `${endpointId}`,
    label: ({ endpointId }) => `webhook endpoint ${endpointId}`,
    purpose: 'Sends the events that wait for a webhook endpoint',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  }),
} as const;
export type JobName = keyof typeof JOBS;

/** Lets the compiler hold what is said of a job against its payload. */
function describe<Schema extends TSchema>(
  payload: Schema,
  kind: Omit<JobKind<Static<Schema> & OfOrganization>, 'payload'>,
): typeof kind & { readonly payload: Schema } {
  return { ...kind, payload };
}
