import type { Orm } from '../platform/postgres/open-database.ts';
import { skipLostIds } from '../platform/postgres/lineage/lost-ids.ts';
import type { CheckAct } from '../monitor/statements/installation.ts';
import { nameLogin } from './command-context.ts';
import { printError } from './print.ts';

/**
 * Records that a backup or a check was made; the operations page shows the last one. If it cannot
 * be recorded, for example on a standby, prints a message and does not fail.
 */
export async function recordCheck(
  orm: Orm,
  act: CheckAct,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { withStatements } = await import('../platform/postgres/open-database.ts');
  const { recordAct } = await import('../platform/audit/operator-acts.ts');
  try {
    await withStatements(orm, async (em, client) => {
      await skipLostIds(client);
      await recordAct(em, { operator: nameLogin(), reason: null }, { act, details });
    });
  } catch (error) {
    printError(`It is done, but could not be recorded for the operations page: ${(error as Error).message}`);
  }
}
