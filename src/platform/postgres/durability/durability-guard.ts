import type { ClientBase, Pool } from 'pg';
import { LoginError } from '../logins/login-rights.ts';
import { describePromise, type Durability, readDurability } from './durability.ts';
import { createGrace } from './grace.ts';

const ADVICE =
  'set synchronous_standby_names, or ASYNCHRONOUS_STANDBY=allow where that may be lost (docs/high-availability.md)';

export type DurabilityGuard = {
  /** Looks at what a new connection leads to, before anything runs on it. @throws LoginError where nothing may be promised. */
  readonly check: (client: ClientBase) => Promise<void>;
  /** While nothing may be promised no connection of the pool is used a second time; new ones are the matter of `check`. */
  readonly hold: (pool: Pool) => void;
  /** Looks again. @returns what a commit promises now. */
  readonly look: (connection: Pool | ClientBase) => Promise<string>;
  /** Why nothing may be promised; null where it may, or nobody looked yet. */
  readonly whyRefused: () => string | null;
};

/**
 * Judges whether what is acknowledged may be lost by a promotion that somebody thinks harmless.
 * @param refuses whether no work is done then; else it is only told.
 */
export function createDurabilityGuard(
  refuses: boolean,
  clock: () => number = () => performance.now(),
): DurabilityGuard {
  const isRefused = createGrace(clock);
  const held: Pool[] = [];
  let isLookedAt = false;
  let why: string | null = null;

  async function look(connection: Pool | ClientBase): Promise<string> {
    return note(await readDurability(connection));
  }

  function note(durability: Durability): string {
    isLookedAt = true;
    const promise = describePromise(durability);
    why = isRefused(durability) && refuses ? `${promise}: ${ADVICE}` : null;
    for (const { options } of held) options.maxUses = why === null ? Infinity : 1;
    return promise;
  }

  return {
    look,
    hold: (pool) => void held.push(pool),
    async check(client) {
      if (!isLookedAt || why !== null) await look(client);
      if (why !== null) throw new LoginError(why);
    },
    whyRefused: () => why,
  };
}
