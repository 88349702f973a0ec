import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { BoardHooks } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyPluginCallback } from 'fastify';
import { type JobKind, JOBS } from '../platform/jobs/catalog.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import { nameJob, showData } from './job-text.ts';
import { CHANGES } from './record-changes.ts';

export type BoardOptions = {
  readonly queues: JobQueues['queues'];
  /** Whether all changes are forbidden. */
  readonly readOnly: boolean;
};

const FONTS = {
  'font-sans': 'system-ui, -apple-system, "Segoe UI", "Open Sans", sans-serif',
  'font-mono': 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
};

/**
 * Date format in UTC, as everywhere in the product, and not in the browser's time zone. It always
 * includes the day, which the board would otherwise omit by that zone.
 */
const MOMENT = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

/**
 * Builds Bull Board over the queues as a Fastify plugin. It has no login of its own; the caller's
 * hooks run before it.
 */
export function buildBoard({ queues, readOnly }: BoardOptions): FastifyPluginCallback {
  const serverAdapter = new FastifyAdapter();
  createBullBoard({
    queues: [...queues.values()].map((queue) => describeQueue(queue, readOnly)),
    serverAdapter,
    options: {
      handlerHooks: refuseChanges(readOnly),
      uiConfig: {
        boardTitle: 'Invoice batch engine',
        hideDocsLink: true,
        dateFormats: { short: MOMENT, common: MOMENT, full: { ...MOMENT, year: 'numeric' } },
        theme: { light: FONTS, dark: FONTS },
        miscLinks: [{ text: 'Sign out', url: '/sign-out' }],
      },
    },
  });
  return serverAdapter.registerPlugin();
}

type Queue = JobQueues['queues'] extends ReadonlyMap<string, infer Q> ? Q : never;

function describeQueue(queue: Queue, readOnlyMode: boolean): BullMQAdapter {
  const description = Object.values(JOBS)
    .flatMap((job: JobKind) => describeJob(job, queue.name))
    .join(' · ');
  const adapter = new BullMQAdapter(queue, { readOnlyMode, description });
  adapter.setFormatter('name', nameJob);
  adapter.setFormatter('data', showData);
  adapter.setFormatter('returnValue', showData);
  adapter.setFormatter('progress', showData);
  return adapter;
}

/**
 * Describes the jobs of a queue, and their size if another queue has the other sizes. Pausing one
 * queue does not pause the other.
 */
function describeJob({ queue, small, purpose }: JobKind, name: string): string[] {
  if (name === small?.queue) return [`${purpose}, at most ${small.mostInvoices}`];
  if (name !== queue) return [];
  return [small ? `${purpose}, more than ${small.mostInvoices} (fewer: ${small.queue})` : purpose];
}

function refuseChanges(readOnly: boolean): BoardHooks {
  return {
    before({ method, route }) {
      if (method === 'get') return { allow: true };
      if (readOnly) return { allow: false, message: 'The dashboard is read-only (DASHBOARD_READ_ONLY).' };
      if (CHANGES.has(route)) return { allow: true };
      return { allow: false, message: 'Only the engine creates jobs; this change is not available here.' };
    },
  };
}
