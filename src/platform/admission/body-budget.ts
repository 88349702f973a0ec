import { BODY_BUDGET_LIMITS, SMALL_BODY_BYTES } from './limits.ts';

const { keptForSmall, organizationShare, slowestBytesPerSecond, graceMs } = BODY_BUDGET_LIMITS;

/** The limit that leaves no room: that of the process, or the organization's share of it. */
export type NoRoom = 'process' | 'organization';

/** The room reserved for the bytes of one body. */
export type Reservation = {
  /**
   * Must be called before bytes are kept.
   * @returns the limit that leaves no room for them; null if they have room.
   */
  take(bytes: number): NoRoom | null;
  /** Releases the whole reservation. Further calls do nothing. */
  release(): void;
};

export type BodyBudget = {
  /** The number of reserved bytes, which never exceeds the budget. */
  readonly held: number;
  /**
   * Reserves room for a body before any of it is read.
   * @param declared the length of the body in bytes; null if the client does not declare it. The
   *   reservation then grows with the body.
   */
  reserve(organizationId: number, declared: number | null): Reservation | NoRoom;
};

type Body = {
  readonly organizationId: number;
  readonly isLarge: boolean;
  readonly since: number;
  arrived: number;
  /** At least the number of bytes that have arrived. */
  reserved: number;
};
type Sum = { all: number; large: number };

/**
 * Creates the account of the bytes of bodies in the memory of a process, from the first byte until
 * the request is answered. A body reserves its declared length before it is read. If that leaves no
 * room for another body, bodies that arrive too slowly lose the reservation for their missing
 * bytes; they continue as long as there is room for what arrives.
 * @param now monotonic time in milliseconds.
 */
export function createBodyBudget(budget: number, now: () => number = () => performance.now()): BodyBudget {
  const bodies = new Set<Body>();
  const total: Sum = { all: 0, large: 0 };
  const organizations = new Map<number, Sum>();

  function findNoRoom({ organizationId, isLarge }: Body, bytes: number): NoRoom | null {
    const own = organizations.get(organizationId) ?? { all: 0, large: 0 };
    const fits = (sum: Sum, most: number) =>
      sum.all + bytes <= most && (!isLarge || sum.large + bytes <= most * (1 - keptForSmall));
    if (!fits(own, budget * organizationShare)) return 'organization';
    return fits(total, budget) ? null : 'process';
  }

  function add(body: Body, bytes: number): void {
    const own = organizations.get(body.organizationId) ?? { all: 0, large: 0 };
    organizations.set(body.organizationId, own);
    body.reserved += bytes;
    for (const sum of [total, own]) {
      sum.all += bytes;
      if (body.isLarge) sum.large += bytes;
    }
    if (own.all === 0) organizations.delete(body.organizationId);
  }

  function lapseSlow(): void {
    const at = now();
    for (const body of bodies) {
      const elapsed = at - body.since;
      if (elapsed < graceMs || body.arrived * 1000 >= slowestBytesPerSecond * elapsed) continue;
      add(body, body.arrived - body.reserved);
    }
  }

  /**
   * Grows a reservation to a number of bytes, if necessary at the expense of slow bodies.
   * @returns the limit that leaves no room; null if there is room.
   */
  function growTo(body: Body, bytes: number): NoRoom | null {
    if (bytes <= body.reserved) return null;
    if (findNoRoom(body, bytes - body.reserved) !== null) lapseSlow();
    const noRoom = findNoRoom(body, bytes - body.reserved);
    if (noRoom === null) add(body, bytes - body.reserved);
    return noRoom;
  }

  return {
    get held() {
      return total.all;
    },
    reserve(organizationId, declared) {
      const isLarge = declared === null || declared > SMALL_BODY_BYTES;
      const body: Body = { organizationId, isLarge, since: now(), arrived: 0, reserved: 0 };
      const noRoom = growTo(body, declared ?? 0);
      if (noRoom !== null) return noRoom;
      bodies.add(body);
      return {
        take(bytes) {
          const refused = growTo(body, body.arrived + bytes);
          if (refused === null) body.arrived += bytes;
          return refused;
        },
        release() {
          if (bodies.delete(body)) add(body, -body.reserved);
        },
      };
    },
  };
}
