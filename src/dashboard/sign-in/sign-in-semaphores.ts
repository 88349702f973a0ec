import { createClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { siteNetwork } from '../../platform/admission/connections/client-network.ts';

/** Maximum number of waiting password checks; the last one waits for about 13 s. */
const MOST_WAITING = 64;
/** Maximum per network, enough for an office whose operators all sign in at once. */
const MOST_OF_NETWORK = 4;

type Waiting = { readonly network: string; readonly begin: () => void; readonly refuse: () => void };

/**
 * Runs a check when its turn comes. `busy` means that it was not run. Every result other than `in`
 * counts as a failure of the network.
 */
type TakePermit = <T extends { readonly kind: string }>(
  address: string,
  check: () => Promise<T>,
) => Promise<T | { readonly kind: 'busy' }>;

/**
 * Creates a semaphore that runs password checks one at a time. The network with the fewest failures
 * within the last minute goes first; checks of one network keep their order. If too many wait, the
 * check of the network with the most failures is refused. Attackers with any number of addresses
 * therefore delay an operator only by the running check and by the first check of each network
 * without failures.
 */
export function openSignInSemaphore(): TakePermit {
  const failures = createClientCounts({ max: Number.POSITIVE_INFINITY });
  const waiting = new Set<Waiting>();
  let isRunning = false;

  /**
   * Returns the waiting check of the network with the fewest failures (the earliest of several) or
   * with the most (the latest of several).
   */
  function find(which: 'least' | 'most'): Waiting | undefined {
    let found: Waiting | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let largest = -1;
    for (const each of waiting) {
      const count = failures.read(each.network);
      if (which === 'least' ? count < fewest : count >= largest) found = each;
      fewest = Math.min(fewest, count);
      largest = Math.max(largest, count);
    }
    return found;
  }

  function waitForPermit(network: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const own: Waiting = { network, begin: () => resolve(true), refuse: () => resolve(false) };
    waiting.add(own);
    if (waiting.size > MOST_WAITING) {
      const last = find('most')!;
      waiting.delete(last);
      last.refuse();
    }
    return promise;
  }

  function releasePermit(): void {
    const next = find('least');
    isRunning = next !== undefined;
    if (next === undefined) return;
    waiting.delete(next);
    next.begin();
  }

  return async (address, check) => {
    const network = siteNetwork(address);
    const ofNetwork = [...waiting].filter((each) => each.network === network).length;
    if (ofNetwork >= MOST_OF_NETWORK) return { kind: 'busy' };
    if (isRunning && !(await waitForPermit(network))) return { kind: 'busy' };
    isRunning = true;
    try {
      const checked = await check();
      if (checked.kind !== 'in') failures.count(network);
      return checked;
    } finally {
      releasePermit();
    }
  };
}
