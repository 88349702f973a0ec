import type { Ask } from '../../platform/postgres/statement.ts';
import * as sql from './spfe-decisions.sql.ts';

/**
 * Returns whether recipients of an organization who are natural persons, and of whom nothing else
 * says it, are businesses or professionals; null if nobody decided it.
 */
export async function arePersonsBusinesses(ask: Ask, organizationId: number): Promise<boolean | null> {
  const { rows } = await ask(sql.readPersons(organizationId));
  return rows[0]?.arePersonsBusinesses ?? null;
}
