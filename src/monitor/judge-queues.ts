import { hash } from 'node:crypto';
import type { FailingJobs } from '../platform/jobs/failing-jobs.ts';
import { DENIES_COMMANDS } from '../platform/jobs/check-redis.ts';
import { HELD_UP, type Pause } from '../platform/jobs/pauses.ts';
import type { Eviction } from '../platform/jobs/eviction.ts';
import type { QueueSnapshot } from '../platform/jobs/queue-snapshot.ts';
import type { Duty, DutyView } from '../platform/jobs/worker-heartbeats.ts';
import { ADVICE_OTHER_REDIS } from '../platform/process/installation-watch.ts';
import { countOf, type Finding, OF_ENGINE, type Section } from './finding.ts';

/*
 * Findings about accepted batches that are not processed although they are valid: Redis, paused
 * queues, and missing workers.
 */

const NOT_PROCESSED = 'Batches are accepted but not processed';
const said = { ...OF_ENGINE, urgency: 'act', why: null, acts: [], section: 'batches' } as const;

/**
 * Returns the findings about Redis, queues and workers.
 * @param unneeded the duties for which there is nothing to do, such as webhooks without an endpoint.
 * @param hasWorkers whether workers have told the database within the last minute that they run.
 */
export function judgeQueues(
  { redis, pauses, duties, eviction, failing, isFresh }: QueueSnapshot,
  unneeded: ReadonlySet<string>,
  hasWorkers: boolean,
): Finding[] {
  return [
    ...(redis === 'ok' ? [] : [describeRedis(redis)]),
    ...(eviction === null ? [] : judgeEviction(eviction)),
    ...(pauses ?? []).map(judgePause),
    // Running workers send a heartbeat soon after Redis was emptied.
    ...(isFresh && hasWorkers ? [] : (duties ?? []))
      .filter(({ duty, workers }) => workers === 0 && !unneeded.has(duty))
      .map(describeMissing),
    ...(failing ?? []).map(describeFailing),
  ];
}

function describeRedis(state: string): Finding {
  const isAway = state === 'not reachable' || state === 'does not answer';
  const what = isAway ? 'does not answer' : state.replace(/^read-only:/, 'is read-only:');
  const isOthers = state.includes('another installation');
  return {
    ...said,
    id: 'redis',
    what: `Redis ${what}`,
    since: null,
    why: `${NOT_PROCESSED}. Nothing is lost: workers find the waiting work again. Until then it is unknown whether workers run`,
    todo: isOthers
      ? ADVICE_OTHER_REDIS
      : `${adviseRedis(state, isAway)}; see docs/runbooks/processes.md (EngineRedisDown)`,
  };
}

/**
 * Reports evicted keys. The reconciler restores evicted jobs from the tables within minutes, but
 * not the priorities or the record of the primary database.
 */
function judgeEviction({ policy, evictedKeys }: Eviction): Finding[] {
  if (policy === null && evictedKeys === 0) return [];
  const thrown = `${countOf(evictedKeys, 'key')} ${evictedKeys === 1 ? 'was' : 'were'} evicted since it started`;
  return [
    {
      ...said,
      id: 'redis-evicts',
      urgency: policy === null ? 'look' : 'act',
      what:
        policy === null
          ? `Redis has evicted keys: ${thrown}`
          : `Redis may evict jobs: its maxmemory-policy is ${policy}`,
      since: null,
      why: `${thrown}. The reconciler enqueues lost jobs again later; the record of the active database may be lost`,
      todo:
        policy === null
          ? 'give Redis more memory (maxmemory); a restart of Redis or CONFIG RESETSTAT resets the number'
          : 'set maxmemory-policy to noeviction (redis.conf and CONFIG SET), and a sufficient maxmemory',
    },
  ];
}

/** Describes jobs that fail again and again. Their rows wait, even if all other work continues. */
function describeFailing({ name, cause, count, rows, since }: FailingJobs): Finding {
  const left = count - rows.length;
  const named = `${rows.join(', ')}${left > 0 && rows.length > 0 ? ` and ${left} more` : ''}`;
  return {
    ...said,
    id: `failing-jobs-${name}-${hash('sha256', cause.replaceAll(/\d+/g, '#')).slice(0, 8)}`,
    what: `${countOf(count, 'job')} ${name} ${count === 1 ? 'fails' : 'fail'} again and again${named === '' ? '' : `: ${named}`}`,
    since,
    why: cause,
    todo: `${adviseCause(cause)}; workers try each job again at least every minute. See docs/runbooks/issuing.md (JobsFailing)`,
    section: SECTIONS[name] ?? 'batches',
  };
}

const SECTIONS: Readonly<Record<string, Section>> = {
  'remit-records': 'chains',
  'send-sii-entries': 'chains',
  'compare-sii-book': 'chains',
  'draft-sii-backlog': 'chains',
  'deliver-to-spfe': 'chains',
  'deliver-webhooks': 'load',
};

function adviseCause(cause: string): string {
  return cause.startsWith('permission denied')
    ? 'npm run migrate restores the rights of the logins'
    : 'remove the cause, which the log of the workers shows in full';
}

function adviseRedis(state: string, isAway: boolean): string {
  if (isAway) return 'start Redis, or repair the connection to it (REDIS_URL)';
  if (state.includes('out of memory'))
    return 'give Redis more memory (maxmemory), and check that its maxmemory-policy is noeviction';
  if (state.startsWith('read-only')) return 'point REDIS_URL at the primary';
  if (state.startsWith(DENIES_COMMANDS))
    return 'grant the user of REDIS_URL what is named, or all commands on all keys of this Redis (ACL SETUSER … ~* +@all)';
  if (state.includes('disk')) return 'free space on the disk of Redis, and read its log';
  return 'correct the fault that Redis reports';
}

function judgePause(pause: Pause): Finding {
  return {
    ...said,
    id: `paused-${pause.queue}`,
    what: `The queue ${pause.queue} is paused`,
    since: pause.since,
    why: HELD_UP[pause.queue],
    todo: `npm run engine -- queues resume ${pause.queue} --reason …; npm run engine -- audit --act queue.pause shows who paused it, unless it was paused without the dashboard and the commands`,
  };
}

const MISSED: Readonly<Record<Duty, { readonly why: string; readonly section: Section }>> = {
  batches: { why: NOT_PROCESSED, section: 'batches' },
  remission: { why: 'Records are created, but none is sent to AEAT', section: 'chains' },
  spfe: { why: "No invoice is written for AEAT's public solution or sent to it", section: 'chains' },
  pdfs: { why: 'Invoices are issued, but no PDF is rendered', section: 'batches' },
  webhooks: { why: 'Events wait, and none is delivered', section: 'load' },
};

function describeMissing({ duty, lastHeartbeatAt }: DutyView): Finding {
  return {
    ...said,
    ...MISSED[duty],
    id: `no-worker-${duty}`,
    what: `No worker serves ${duty}`,
    since: lastHeartbeatAt,
    todo: 'start a worker (npm run worker), or continue a stopped one (state T in ps: kill -CONT); see docs/runbooks/processes.md',
  };
}
