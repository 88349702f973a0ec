/** How many places of a process an organization holds, and who of it waits for one. */
export type PerTenantConcurrency = {
  /** @returns what gives the place back; or, where the organization has its share already, for how many milliseconds it is of no use to come again. */
  enter(organizationId: number, chainId: number): (() => void) | number;
};

type Held = { running: number; readonly waiting: Set<number> };

/** As long as a short message to AEAT takes: the more of an organization wait, the later each comes again. */
const TURN_MS = 200;

/**
 * Bounds how many chains of one organization a process sends for at a time. AEAT may take seconds for a message, and its register minutes for many duplicates:
 * an organization with many such chains would hold all places, and other organizations' records would wait behind it.
 */
export function createPerTenantConcurrency(most: number): PerTenantConcurrency {
  const shares = new Map<number, Held>();
  return {
    enter(organizationId, chainId) {
      const held = shares.get(organizationId) ?? { running: 0, waiting: new Set() };
      if (held.running >= most) {
        held.waiting.add(chainId);
        return TURN_MS * (1 + held.waiting.size / most);
      }
      shares.set(organizationId, held);
      held.waiting.delete(chainId);
      held.running += 1;
      return () => {
        held.running -= 1;
        // Whoever waited and does not come any more is forgotten with it.
        if (held.running === 0) shares.delete(organizationId);
      };
    },
  };
}
