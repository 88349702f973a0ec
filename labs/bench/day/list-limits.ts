import { ASSUMPTIONS } from './assumptions.ts';
import { addCost, type Costs } from './costs.ts';
import { countProcesses, type Conditions, type Installation } from './installation.ts';
import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import { MAX_CONNECTIONS } from '../../../src/platform/postgres/database.ts';
import type { Outcome } from './simulate.ts';

/**
 * A limit that more processes cannot raise. `share` is the part of it in use; 1 means that it is
 * reached.
 */
export type Limit = { readonly name: string; readonly share: number; readonly told: string };

const HOUR = 3600;
/** The connections of the dashboard. */
const OTHER_CONNECTIONS = 4;

/** Returns the maximum number of connections to PostgreSQL. */
export function countConnections(installation: Installation): number {
  return countProcesses(installation) * MAX_CONNECTIONS + OTHER_CONNECTIONS;
}

/** Returns how close an installation is to each limit in its busiest hour, the closest first. */
export function listLimits(
  installation: Installation,
  outcome: Outcome,
  costs: Costs,
  conditions: Conditions,
): Limit[] {
  const { hour, chain } = outcome;
  const spare = ASSUMPTIONS.spareShare.value;
  const full = addCost(costs.envelope, costs.record, FULL_ENVELOPE);
  const envelopeSeconds = conditions.aeatAnswerSeconds + full.remission + full.postgres + full.redis;
  const atAeat = (chain.records / FULL_ENVELOPE) * envelopeSeconds;
  const connections = countConnections(installation);
  const database = hour.cores.postgres / HOUR / spare;
  const limits = [
    {
      name: 'cores of one PostgreSQL',
      share: database / ASSUMPTIONS.databaseCores.value,
      told: `${database.toFixed(1)} of ${ASSUMPTIONS.databaseCores.value}`,
    },
    {
      name: 'the core of Redis',
      share: hour.cores.redis / HOUR / spare,
      told: `${Math.round((100 * hour.cores.redis) / HOUR)} % of one, ${100 * spare} % at most`,
    },
    {
      name: 'the disk of the write-ahead log',
      share: hour.walSeconds / HOUR / spare,
      told: `${Math.round(hour.walBytes / HOUR / 1e6)} MB and ${Math.round(hour.walSyncs / HOUR)} syncs a second`,
    },
    {
      name: 'the lock of the largest chain',
      share: chain.seconds / HOUR,
      told: `held ${Math.round((100 * chain.seconds) / HOUR)} % of the hour`,
    },
    {
      name: 'the largest chain at AEAT',
      share: atAeat / HOUR,
      told: `${Math.round(chain.records / HOUR)} records a second of ${Math.round(FULL_ENVELOPE / envelopeSeconds)}`,
    },
    {
      name: 'connections of PostgreSQL',
      share: connections / ASSUMPTIONS.connections.value,
      told: `${connections} of ${ASSUMPTIONS.connections.value}`,
    },
  ];
  return limits.toSorted((a, b) => b.share - a.share);
}
