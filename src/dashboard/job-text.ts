import { Check } from 'typebox/value';
import { ProcessBatchJob, RemitRecordsJob, RenderLongPdfJob, RenderPdfsJob } from '../contracts/jobs.ts';

/** What is shown of a job. */
export type ShownJob = { readonly name?: string; readonly data?: unknown };

const HIDDEN = '[hidden]';

/**
 * Names a job for the operator: `batch 17 · 1000 invoices · organization 3`. A job that is not one of ours keeps its name.
 */
export function nameJob({ name = '', data }: ShownJob): string {
  if (name === 'process-batch' && Check(ProcessBatchJob, data)) {
    return `batch ${data.batchId} · ${data.invoices} invoices · organization ${data.organizationId}`;
  }
  if (name === 'render-pdfs' && Check(RenderPdfsJob, data)) {
    return `batch ${data.batchId} · PDFs ${data.from} to ${data.to} · organization ${data.organizationId}`;
  }
  if (name === 'render-long-pdf' && Check(RenderLongPdfJob, data)) {
    return `batch ${data.batchId} · long PDF ${data.position} · organization ${data.organizationId}`;
  }
  if (name === 'render-slow-pdf' && Check(RenderLongPdfJob, data)) {
    return `batch ${data.batchId} · slow PDF ${data.position} · organization ${data.organizationId}`;
  }
  if (name === 'remit-records' && Check(RemitRecordsJob, data)) {
    const work = data.records === 0 ? 'comparison with AEAT' : `${data.records} records`;
    return `chain ${data.chainId} · ${work} · organization ${data.organizationId}`;
  }
  return name;
}

/**
 * Job data as the dashboard shows it: ids and counts. Anything else, which a job has no reason to carry, could be personal
 * data and is hidden.
 */
export function showData(data: unknown): unknown {
  if (typeof data === 'number' || typeof data === 'boolean' || data === null || data === undefined)
    return data;
  if (typeof data !== 'object' || Array.isArray(data)) return HIDDEN;
  return Object.fromEntries(Object.entries(data).map(([member, value]) => [member, showData(value)]));
}
