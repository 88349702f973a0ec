import { WEIGHT_PER_SECOND } from './render-weight.ts';
import type { RenderTime } from './renderer.ts';

/** A render batch that takes so many times as long as its weight says, and as others do, is its organization's doing. */
const SLOWER = 6;
/** In milliseconds; shorter render batches hold up nobody. */
const MIN_MS = 1000;
const REMEMBERED_MS = 5 * 60 * 1000;
/** By so much what is usual grows with every render batch, so that a machine that is slow for all is found out. */
const GROWTH = 1.02;

/** What this worker learnt of how long the render batches of organizations take. */
export type RenderPaces = {
  /** How many times as long as their weight says the render batches of an organization took lately; 1 where nothing stood out. */
  paceOf(organizationId: number): number;
  /** Notes a render batch. @returns whether it took much too long: others of its organization would too. */
  note(organizationId: number, time: RenderTime): boolean;
};

/** The weight of a render batch is a guess from its text; what it does not foresee is learnt here from what a render batch took. */
export function createRenderPaces({
  now = () => performance.now(),
}: { readonly now?: () => number } = {}): RenderPaces {
  const slow = new Map<number, { readonly pace: number; readonly until: number }>();
  let usual = 1;
  return {
    paceOf(organizationId) {
      const known = slow.get(organizationId);
      if (known === undefined) return 1;
      if (known.until > now()) return known.pace;
      slow.delete(organizationId);
      return 1;
    },
    note(organizationId, { weight, milliseconds }) {
      const pace = ((milliseconds / 1000) * WEIGHT_PER_SECOND) / weight;
      const isSlow = milliseconds >= MIN_MS && pace > SLOWER * usual;
      if (isSlow) slow.set(organizationId, { pace: pace / usual, until: now() + REMEMBERED_MS });
      usual = Math.max(1, Math.min(pace, usual * GROWTH));
      return isSlow;
    },
  };
}
