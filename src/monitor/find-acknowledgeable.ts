import type { Pool } from 'pg';
import { NO_QUEUE_SNAPSHOT } from '../platform/jobs/queue-snapshot.ts';
import { canAcknowledge, numberFinding } from './acknowledge.ts';
import type { Finding } from './finding.ts';
import { judgeOverview } from './judge-overview.ts';
import { readInstallation, readOverview } from './statements/overview.ts';

/**
 * Finds a finding on customers' data by its number. Redis is not queried because it has no such
 * findings.
 * @returns null if there is no such finding now.
 */
export async function findAcknowledgeable(pool: Pool, id: number, now: Date): Promise<Finding | null> {
  const [overview, installation] = [await readOverview(pool, now), await readInstallation(pool)];
  const findings = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
  return findings.find((each) => canAcknowledge(each) && numberFinding(each.id) === id) ?? null;
}
