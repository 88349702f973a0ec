import type { Pool } from 'pg';
import type { Finding } from '../domain/reading/findings.ts';
import type { Ask } from '../issue/statements/lookups.ts';
import { ReadTooLongError, readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { ExaminedBody } from './examine-body.ts';
import { findStoredWarnings } from './find-stored-warnings.ts';
import { foreseeRefusals, leaveOut } from './foresee-refusals.ts';
import { findNamedIds, matchRectifications } from './match-rectifications.ts';
import { writeDetails } from './write-details.ts';

/**
 * Returns the details of the warnings about each invoice that can be issued, also of those that
 * depend on stored data.
 */
export async function writeWarnings(
  pool: Pool,
  organizationId: number,
  examined: ExaminedBody,
): Promise<ReadonlyMap<number, string>> {
  const ask: Ask = (statement) => readAsOrganization(pool, organizationId, statement);
  const ids = await findNamedIds(ask, organizationId, examined);
  const issuable = leaveOut(examined, await foreseeFailures(ask, organizationId, examined, ids));
  const stored = await findStoredWarnings(ask, organizationId, matchRectifications(issuable, ids));
  const details = writeDetails([examined.warnings, stored]);
  for (const index of examined.failures.keys()) details.delete(index);
  return details;
}

/**
 * Finds the invoices that will not be issued, if the warnings about others depend on them:
 * corrections add up with those of the batch.
 */
async function foreseeFailures(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
  ids: ReadonlyMap<string, number>,
): Promise<Map<number, Finding[]>> {
  if (examined.rectifications.size === 0) return new Map();
  // The batch is accepted although foreseeing takes too long: only warnings depend on it.
  return foreseeRefusals(ask, organizationId, examined, ids).catch((error: unknown) => {
    if (error instanceof ReadTooLongError) return new Map<number, Finding[]>();
    throw error;
  });
}
