import type * as organizations from '../../../src/api/access/organizations.ts';
import type { MappedDatabase } from '../../../src/platform/postgres/mapped-database.ts';
import { withOpened } from '../command-context.ts';

/**
 * Runs a command that reads or changes organizations, with the rights of an operator. Their code, MikroORM with it, is loaded when it comes to that:
 * it takes as long as all else that a command does.
 */
export async function withOrganizations(
  work: (database: MappedDatabase, loaded: typeof organizations) => Promise<void>,
): Promise<void> {
  const { openMappedDatabase } = await import('../../../src/platform/postgres/mapped-database.ts');
  const loaded = await import('../../../src/api/access/organizations.ts');
  await withOpened(openMappedDatabase, 'operator', (database) => work(database, loaded));
}
