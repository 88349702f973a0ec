import { BODY_BUDGET_LIMITS, SMALL_BODY_BYTES } from './limits.ts';

const { keptForSmall, organizationShare, slowestBytesPerSecond, graceMs } = BODY_BUDGET_LIMITS;

/** What has no room left: the process, or the organization's share of it. */
export type NoRoom = 'process' | 'organization';

/** Room for the bytes of one body. */
export type Reservation = {
  /** Before bytes are kept. @returns what has no room for them; null when they have theirs. */
  take(bytes: number): NoRoom | null;
  /** Gives all of it back. More than once does nothing. */
  release(): void;
};

export type BodyBudget = {
  /** Bytes that are spoken for. Never more than the budget. */
  readonly held: number;
  /**
   * Reserves room for a body before a byte of it is read.
   * @param declared its length; null when the client does not say: then its room grows with it.
   */
  reserve(organizationId: number, declared: number | null): Reservation | NoRoom;
};

type Body = {
  readonly organizationId: number;
  readonly isLarge: boolean;
  readonly since: number;
  arrived: number;
  /** At least what arrived. */
  reserved: number;
};
type Sum = { all: number; large: number };

/**
 * Opens the account of the bytes of bodies that are in the memory of a process, from the first one until the request is answered. A body has room for all
 * that it declares before it is read. Where that leaves none for another, bodies that do not come lose what they have not used: they get on as long
 * as there is room for what comes.
 * @param now in milliseconds.
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

  /** Makes room for a body up to so many bytes, from others that do not come if need be. @returns what has none. */
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
