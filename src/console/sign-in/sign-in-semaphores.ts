import { createClientCounts } from '../../platform/admission/connections/client-counts.ts';
import { siteNetwork } from '../../platform/admission/connections/client-network.ts';

/** Checks of passwords that may wait at a time: the last of them waits for some 13 s. */
const MOST_WAITING = 64;
/** Of one network: an office whose operators all sign in at once. */
const MOST_OF_NETWORK = 4;

type Waiting = { readonly network: string; readonly begin: () => void; readonly refuse: () => void };

/** Runs a check when it is its turn. `busy`: it never was. Whatever is not `in` is a failure of the network. */
type TakePermit = <T extends { readonly kind: string }>(
  address: string,
  check: () => Promise<T>,
) => Promise<T | { readonly kind: 'busy' }>;

/**
 * Lets checks of passwords run one after the other. Whose network has failed least within the last minute goes first, and those of one network in order. Where too many
 * wait, the one whose network has failed most gives way. So strangers, from however many addresses, delay an operator by the check that runs, and by the first one of
 * each network that has not failed yet.
 */
export function openSignInSemaphore(): TakePermit {
  const failures = createClientCounts({ max: Number.POSITIVE_INFINITY });
  const waiting = new Set<Waiting>();
  let isRunning = false;

  /** @returns the one that has failed least, or most; the earliest, or latest, of several. */
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
