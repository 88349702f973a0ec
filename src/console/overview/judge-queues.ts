import { describePause, type Pause } from '../../platform/jobs/pauses.ts';
import type { Eviction } from '../../platform/jobs/eviction.ts';
import type { QueueSnapshot } from '../../platform/jobs/queue-snapshot.ts';
import type { Duty, DutyView } from '../../platform/jobs/worker-heartbeats.ts';
import { countOf, type Finding, OF_ENGINE, type Section } from './finding.ts';

/*
 * Findings about accepted batches that are not processed although they are valid: Redis, paused queues, and
 * missing workers.
 */

const LIE_STILL = 'Batches are accepted and lie still';
const said = { ...OF_ENGINE, urgency: 'act', why: null, acts: [], section: 'batches' } as const;

/**
 * Returns the findings about Redis, queues and workers.
 * @param hasWebhooks whether there is an endpoint to deliver to.
 */
export function judgeQueues(
  { redis, pauses, duties, eviction }: QueueSnapshot,
  hasWebhooks: boolean,
): Finding[] {
  return [
    ...(redis === 'ok' ? [] : [describeRedis(redis)]),
    ...(eviction === null ? [] : judgeEviction(eviction)),
    ...(pauses ?? []).map(judgePause),
    ...(duties ?? [])
      .filter(({ duty, workers }) => workers === 0 && (duty !== 'webhooks' || hasWebhooks))
      .map(describeMissing),
  ];
}

function describeRedis(state: string): Finding {
  const isAway = state === 'not reachable' || state === 'does not answer';
  const what = isAway ? 'does not answer' : state.replace(/^read-only:/, 'is read-only:');
  return {
    ...said,
    id: 'redis',
    what: `Redis ${what}`,
    since: null,
    why: `${LIE_STILL}. Nothing is lost: what waits is found again. Whether workers are alive is not known meanwhile`,
    todo: `${adviseRedis(state, isAway)}; see docs/runbooks/processes.md (EngineRedisDown)`,
  };
}

/**
 * Reports evicted keys. The reconciler restores evicted jobs from the tables within minutes, but not the
 * priorities or the record of the primary database.
 */
function judgeEviction({ policy, evictedKeys }: Eviction): Finding[] {
  if (policy === null && evictedKeys === 0) return [];
  const thrown = `${countOf(evictedKeys, 'key')} ${evictedKeys === 1 ? 'was' : 'were'} thrown away since it started`;
  return [
    {
      ...said,
      id: 'redis-evicts',
      urgency: policy === null ? 'look' : 'act',
      what:
        policy === null
          ? `Redis has thrown keys away: ${thrown}`
          : `Redis may throw jobs away: its maxmemory-policy is ${policy}`,
      since: null,
      why: `${thrown}. Jobs that vanish are found again by the reconciler, later; which database is in use may be forgotten`,
      todo:
        policy === null
          ? 'give Redis more memory (maxmemory); the number begins anew when Redis is started anew, or with config resetstat'
          : 'set maxmemory-policy noeviction (redis.conf, and CONFIG SET), and a maxmemory that is enough',
    },
  ];
}

function adviseRedis(state: string, isAway: boolean): string {
  if (isAway) return 'start Redis, or mend the way to it (REDIS_URL)';
  if (state.includes('out of memory'))
    return 'give Redis more memory (maxmemory), and see that its maxmemory-policy is noeviction';
  if (state.startsWith('read-only')) return 'let REDIS_URL lead to the primary';
  if (state.includes('disk')) return 'make room on the disk of Redis, and look at its log';
  return 'mend what Redis says';
}

function judgePause(pause: Pause): Finding {
  return {
    ...said,
    id: `paused-${pause.queue}`,
    what: `The queue ${pause.queue} is paused`,
    since: pause.since,
    why: describePause(pause)
      .replace(/^.*?: /, '')
      .split('. It goes on', 1)[0]!,
    todo: `npm run engine -- queues resume ${pause.queue} --reason …; who paused it: npm run engine -- audit --act queue.pause; nothing there: paused past the dashboard`,
  };
}

const MISSED: Readonly<Record<Duty, { readonly why: string; readonly section: Section }>> = {
  batches: { why: LIE_STILL, section: 'batches' },
  remission: { why: 'Records are written and none is sent to AEAT', section: 'chains' },
  pdfs: { why: 'Invoices are issued and none gets its PDF', section: 'batches' },
  webhooks: { why: 'Events wait and no endpoint is told', section: 'load' },
};

function describeMissing({ duty, lastHeartbeatAt }: DutyView): Finding {
  return {
    ...said,
    ...MISSED[duty],
    id: `no-worker-${duty}`,
    what: `No worker works for ${duty}`,
    since: lastHeartbeatAt,
    todo: 'start one: npm run worker; state T in ps: kill -CONT; see docs/runbooks/processes.md',
  };
}
