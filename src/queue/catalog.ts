import type { JobsOptions } from 'bullmq';
import type { TSchema } from 'typebox';
import type { QUEUE_NAMES } from '../contracts/codes.ts';
import { ProcessBatchJob, RemitRecordsJob, RenderLongPdfJob, RenderPdfsJob } from '../contracts/jobs.ts';

export type QueueName = (typeof QUEUE_NAMES)[number];

export type JobKind = {
  readonly queue: QueueName;
  /** Where it goes instead when it is about so few ordinary invoices. */
  readonly small?: { readonly queue: QueueName; readonly mostInvoices: number };
  readonly payload: TSchema;
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

/**
 * Every job name with its queue, payload schema and BullMQ options. A job that used up its attempts is kept for the operator;
 * PostgreSQL holds the to-do list, and the reconciler hints again at whatever is still due.
 */
export const JOBS = {
  'process-batch': {
    queue: 'batches',
    // Few enough that a batch is issued within the time of a few requests.
    small: { queue: 'small-batches', mostInvoices: 50 },
    payload: ProcessBatchJob,
    purpose: 'Issues the invoices of a batch',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 0.01,
  },
  'render-pdfs': {
    queue: 'pdfs',
    // Few enough that a print takes no longer than other work on the same processor.
    small: { queue: 'small-pdfs', mostInvoices: 4 },
    payload: RenderPdfsJob,
    purpose: 'Renders the PDFs of issued invoices',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 0.1,
  },
  'render-long-pdf': {
    queue: 'long-pdfs',
    payload: RenderLongPdfJob,
    purpose: 'Renders the PDF of one long invoice, in a browser that holds up no other',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  },
  'render-slow-pdf': {
    queue: 'slow-pdfs',
    payload: RenderLongPdfJob,
    purpose: 'Renders the PDF of one invoice whose text takes Chromium too long for the long ones',
    options: { ...KEPT, ...RETRIED },
    secondsOfWork: 1,
  },
  'remit-records': {
    queue: 'remission',
    payload: RemitRecordsJob,
    purpose: 'Sends the registration records of a chain to AEAT; while AEAT makes it wait it is delayed',
    // A job that waits for AEAT may do so for days, and notes why each time.
    options: { ...KEPT, ...RETRIED, keepLogs: 20 },
    // A worker sends eight at once, and AEAT takes a second.
    secondsOfWork: 0.5,
  },
} as const satisfies Record<string, JobKind>;
export type JobName = keyof typeof JOBS;
