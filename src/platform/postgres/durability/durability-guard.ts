import type { ClientBase, Pool } from 'pg';
import { LoginError } from '../logins/login-rights.ts';
import { describePromise, type Durability, readDurability } from './durability.ts';
import { createGrace } from './grace.ts';

const ADVICE =
  'set synchronous_standby_names, or ASYNCHRONOUS_STANDBY=allow if the loss is acceptable (docs/high-availability.md)';

export type DurabilityGuard = {
  /**
   * Checks the server of a new connection before anything runs on it.
   * @throws LoginError if commits there are not durable enough.
   */
  readonly check: (client: ClientBase) => Promise<void>;
  /**
   * Registers a pool. While commits are not durable enough, its connections are used only once, so
   * that `check` examines each new one.
   */
  readonly hold: (pool: Pool) => void;
  /**
   * Reads the durability again.
   * @returns a description of what a commit guarantees now.
   */
  readonly look: (connection: Pool | ClientBase) => Promise<string>;
  /** Returns why work is refused; null if it is not, or if nothing has been read yet. */
  readonly whyRefused: () => string | null;
};

/**
 * Creates a guard that judges whether a promotion of a standby could lose acknowledged batches.
 * @param refuses whether work is refused in that case. Otherwise the state is only reported.
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
