import type { UnfinishedWork, WorkKind } from './statements/work.ts';
import { countOf, type Finding, HOUR, MINUTE, OF_CUSTOMERS, OF_ENGINE, type Section } from './finding.ts';

/*
 * Findings about stalled work: some work has been waiting for long and none of its kind was
 * completed recently. In a flood work also waits for long, but other work is completed, which is
 * not a fault.
 */

type Patience = {
  /** Time for which no work of the kind may be completed while some waits for as long. */
  readonly standsStillMs: number;
  readonly section: Section;
  readonly one: string;
  readonly many: string;
  readonly todo: string;
};

const WORKERS = 'check whether a worker for it runs and is ready (/readyz of each worker shows the cause)';

const PATIENCE: Readonly<Partial<Record<WorkKind, Patience>>> = {
  batch: {
    standsStillMs: 5 * MINUTE,
    section: 'batches',
    one: 'batch waits, and none is issued',
    many: 'batches wait, and none is issued',
    todo: `${WORKERS}; the page of the batch shows why its job failed`,
  },
  pdf: {
    standsStillMs: 15 * MINUTE,
    section: 'batches',
    one: 'PDF waits, and none is rendered',
    many: 'PDFs wait, and none is rendered',
    todo: `${WORKERS}, and whether its Chromium starts; failed jobs are in the queues pdfs, small-pdfs, long-pdfs and slow-pdfs`,
  },
};

/** Webhooks that have been waiting longer than this wait for their receivers. */
const WEBHOOKS_LATE_MS = HOUR;

/**
 * Returns the findings about stalled work.
 * @param newestFailingAt time at which the most recent of the failing receivers started to fail.
 */
export function judgeWork(
  work: readonly UnfinishedWork[],
  newestFailingAt: number | null,
  now: number,
): Finding[] {
  return work.flatMap((one) => {
    const { kind, oldestAt } = one;
    const patience = PATIENCE[kind];
    if (oldestAt === null) return [];
    if (patience !== undefined) return judgeStatus(one, oldestAt, patience, now);
    return kind === 'webhook' && now - oldestAt > WEBHOOKS_LATE_MS
      ? [describeWebhooks(one, newestFailingAt)]
      : [];
  });
}

function judgeStatus(
  { kind, count, lastDoneAt }: UnfinishedWork,
  oldestAt: number,
  { standsStillMs, section, one, many, todo }: Patience,
  now: number,
): Finding[] {
  const standsSince = Math.max(oldestAt, lastDoneAt ?? 0);
  if (now - standsSince <= standsStillMs) return [];
  return [
    {
      id: `standing-${kind}`,
      ...OF_ENGINE,
      urgency: 'act',
      what: countOf(count, one, many),
      since: standsSince,
      why: null,
      todo,
      acts: [],
      section,
    },
  ];
}

function describeWebhooks({ count, oldestAt }: UnfinishedWork, newestFailingAt: number | null): Finding {
  return {
    id: 'late-webhooks',
    ...OF_CUSTOMERS,
    newestAt: newestFailingAt,
    urgency: 'look',
    what: `${countOf(count, 'webhook')} could not be delivered to ${count === 1 ? 'its receiver' : 'their receivers'}`,
    since: oldestAt,
    why: null,
    todo: 'npm run engine -- webhooks list shows which endpoints fail and why; deliveries are retried for three days',
    acts: [],
    section: 'load',
  };
}
