import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ProcessRole } from './logins/process-roles.ts';
import { checkDatabase } from './readiness.ts';

export type AwaitOptions = {
  readonly role: ProcessRole;
  /** Called once for each new obstacle. */
  readonly report: (obstacle: string) => void;
  /** Time between two checks, in milliseconds. */
  readonly everyMs?: number;
};

/**
 * Waits without limit until the database is ready for a kind of process, that is, migrated by this
 * version or a newer one. Changes nothing.
 */
export async function awaitSchema(pool: Pool, { role, report, everyMs = 1000 }: AwaitOptions): Promise<void> {
  let told = '';
  for (;;) {
    const state = await checkDatabase(pool, role);
    if (state === 'ok') return;
    if (state !== told) report(state);
    told = state;
    await wait(everyMs);
  }
}
