import type { Sight } from '#src/monitor/judge-overview.ts';
import type { LastTry, RemissionSummary } from '#src/operate/chains/remissions.ts';
import { buildInstallation } from './installation.ts';

export const NOW = Date.parse('2026-11-21T08:12:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export type Changes = Partial<Sight['overview']> & {
  installation?: Partial<Sight['installation']>;
} & Partial<Sight['queues']>;

/** Builds the snapshot of a maintained engine without any activity, with the given changes. */
export function sight({
  installation,
  redis = 'ok',
  pauses = [],
  duties = [],
  eviction = null,
  failing = [],
  faulty = [],
  isFresh = false,
  activeLineage = null,
  ...overview
}: Changes = {}): Sight {
  return {
    overview: {
      at: NOW,
      sessions: [],
      processes: [],
      work: [],
      batches: [],
      failures: [],
      uncorrected: [],
      damagedFiles: [],
      remission: null,
      chains: [],
      sii: null,
      siiIssuers: [],
      siiFaults: [],
      comparedSii: [],
      siiBacklogs: [],
      spfe: null,
      spfeIssuers: [],
      spfeFaults: null,
      census: [],
      load: [],
      paused: [],
      whyReadOnly: null,
      lineage: null,
      hasWebhooks: false,
      newestFailingAt: null,
      wrongLogins: [],
      acknowledgements: [],
      ...overview,
    },
    installation: { ...buildInstallation(NOW), ...installation },
    queues: { redis, pauses, duties, eviction, samples: [], failing, faulty, isFresh, activeLineage },
  };
}

export function chain(changes: Partial<RemissionSummary> = {}): RemissionSummary {
  return {
    chainId: 7,
    organizationId: 1,
    issuerNif: 'B12345674',
    records: 12,
    pending: 3,
    nextAllowedAt: null,
    sendingUntil: null,
    incidentSince: null,
    failures: 0,
    haltedAt: null,
    haltedReason: null,
    compareSince: null,
    compareAfter: null,
    isRetired: false,
    waitSeconds: 60,
    excessiveWaitSeconds: null,
    lastMessageAt: null,
    pendingSince: NOW - MINUTE,
    lastTry: null,
    ...changes,
  };
}

export const failing = (lastTry: Partial<LastTry>, chainId = 7) =>
  chain({
    chainId,
    incidentSince: NOW - 9 * MINUTE,
    failures: 3,
    nextAllowedAt: NOW + MINUTE,
    lastTry: {
      at: NOW - MINUTE,
      outcome: 'unknown',
      reason: 'http_status',
      code: null,
      message: 'HTTP status 503',
      ...lastTry,
    },
  });
