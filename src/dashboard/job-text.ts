import { type JobKind, type JobName, JOBS } from '../platform/jobs/catalog.ts';
import { findFault } from '../platform/jobs/check-payload.ts';
import type { Payload } from '../platform/jobs/job-queues.ts';

/** The parts of a job that the dashboard shows. */
export type ShownJob = { readonly name?: string; readonly data?: unknown };

const HIDDEN = '[hidden]';

/**
 * Returns a name of a job for operators: `batch 17 · 1000 invoices · organization 3`. A job with
 * another name or payload keeps its name.
 */
export function nameJob({ name = '', data }: ShownJob): string {
  if (findFault(name, data) !== null) return name;
  const kind: JobKind = JOBS[name as JobName];
  const payload = data as Payload<JobName>;
  return `${kind.label(payload)} · organization ${payload.organizationId}`;
}

/**
 * Returns job data as the dashboard shows it: ids and counts. A job has no reason to contain anything
 * else; it could be personal data and is hidden.
 */
export function showData(data: unknown): unknown {
  if (typeof data === 'number' || typeof data === 'boolean' || data === null || data === undefined)
    return data;
  if (typeof data !== 'object' || Array.isArray(data)) return HIDDEN;
  return Object.fromEntries(Object.entries(data).map(([member, value]) => [member, showData(value)]));
}
