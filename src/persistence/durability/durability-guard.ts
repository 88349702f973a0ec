import type { ClientBase, Pool } from 'pg';
import { LoginError } from '../logins/login-rights.ts';
import { describePromise, type Durability, isOnlyAsynchronous, readDurability } from './durability.ts';

/**
 * So long a server whose standbys are all asynchronous is still worked with that was right before: after a failover a manager takes some seconds to name
 * the synchronous standby, and work would stop for no reason at each.
 */
const GRACE_MS = 60_000;
const ADVICE =
  'set synchronous_standby_names, or ASYNCHRONOUS_STANDBY=allow where that may be lost (docs/high-availability.md)';

export type DurabilityGuard = {
  /** Looks at what a new connection leads to, before anything runs on it. @throws LoginError where nothing may be promised. */
  readonly check: (client: ClientBase) => Promise<void>;
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
  let rightAt: number | null = null;
  let isLookedAt = false;
  let why: string | null = null;

  async function look(connection: Pool | ClientBase): Promise<string> {
    return note(await readDurability(connection));
  }

  function note(durability: Durability): string {
    isLookedAt = true;
    const promise = describePromise(durability);
    const isWrong = isOnlyAsynchronous(durability);
    if (!isWrong) rightAt = clock();
    const isGrace = rightAt !== null && clock() - rightAt < GRACE_MS;
    why = refuses && isWrong && !isGrace ? `${promise}: ${ADVICE}` : null;
    return promise;
  }

  return {
    look,
    async check(client) {
      if (!isLookedAt || why !== null) await look(client);
      if (why !== null) throw new LoginError(why);
    },
    whyRefused: () => why,
  };
}
