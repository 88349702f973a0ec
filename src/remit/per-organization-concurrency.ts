/**
 * Tracks how many slots of a process each organization occupies, and which of its chains wait for
 * one.
 */
export type PerOrganizationConcurrency = {
  /**
   * Occupies a slot for a chain, or for a message to SII.
   * @param waiter the chain, or what identifies the message among those of its organization.
   * @returns a function that releases the slot, or, when the organization is at its limit, the time
   *   after which to retry, in ms.
   */
  enter(organizationId: number, waiter: number | string): (() => void) | number;
};

type Held = { running: number; readonly waiting: Set<number | string> };

/**
 * Typical duration of a short message to AEAT, in ms. The retry delay grows with the number of
 * waiting chains of the organization.
 */
const TURN_MS = 200;

/**
 * Limits how many chains of one organization a process sends for at a time. AEAT may take seconds
 * for a message and minutes for queries about many duplicates. Without the limit, an organization
 * with many such chains would occupy all slots and delay the records of other organizations.
 */
export function createPerOrganizationConcurrency(most: number): PerOrganizationConcurrency {
  const shares = new Map<number, Held>();
  return {
    enter(organizationId, waiter) {
      const held = shares.get(organizationId) ?? { running: 0, waiting: new Set() };
      if (held.running >= most) {
        held.waiting.add(waiter);
        return TURN_MS * (1 + held.waiting.size / most);
      }
      shares.set(organizationId, held);
      held.waiting.delete(waiter);
      held.running += 1;
      return () => {
        held.running -= 1;
        // This also forgets chains that waited and never returned.
        if (held.running === 0) shares.delete(organizationId);
      };
    },
  };
}
