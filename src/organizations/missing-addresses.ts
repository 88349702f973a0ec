import type { Pool } from 'pg';
import { type IssuersWithoutAddress, listIssuersWithoutAddress } from './issuers.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import { writeOperatorAlert } from '../platform/jobs/operator-alerts.ts';

const MAX_NAMED = 3;

/** Returns one line about the issuers of an organization without an address, and the remedy. */
export function describeWithoutAddress({ organizationId, count, issuerNifs }: IssuersWithoutAddress): string {
  const more = count > issuerNifs.length ? ` and ${count - issuerNifs.length} more` : '';
  return `NO ADDRESS, which full invoices must show (RD 1619/2012, art. 6): ${issuerNifs.join(', ')}${more}. npm run engine -- org issuer ${organizationId} ${issuerNifs[0]} --address …`;
}

/**
 * Writes the issuers without an address to the dashboard's operator alerts. The query reads every
 * chain, so it should run rarely.
 */
export async function reportMissingAddresses(
  pool: Pool,
  { connection, prefix }: Pick<JobQueues, 'connection' | 'prefix'>,
): Promise<void> {
  const missing = await listIssuersWithoutAddress(pool, MAX_NAMED);
  const lines = missing.map((one) => `Organization ${one.organizationId}: ${describeWithoutAddress(one)}`);
  await writeOperatorAlert(connection, prefix, 'issuers-without-address', lines);
}
