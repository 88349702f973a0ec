import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ProcessRole } from './logins/process-roles.ts';
import { checkDatabase } from './readiness.ts';

export type AwaitOptions = {
  readonly role: ProcessRole;
  /** Told each obstacle, once while it lasts. */
  readonly tell: (obstacle: string) => void;
  /** Between two looks. */
  readonly everyMs?: number;
};

/** Waits, as long as it takes, until a process of a kind would find the database ready: migrated by this version or a newer one. Changes nothing. */
export async function awaitSchema(pool: Pool, { role, tell, everyMs = 1000 }: AwaitOptions): Promise<void> {
  let told = '';
  for (;;) {
    const state = await checkDatabase(pool, role);
    if (state === 'ok') return;
    if (state !== told) tell(state);
    told = state;
    await wait(everyMs);
  }
}
