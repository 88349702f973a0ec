import { WEIGHT_PER_SECOND } from './render-weight.ts';
import type { RenderTime } from './renderer.ts';

/**
 * A render batch is slow when it takes this many times as long as its weight predicts and as is
 * usual on this machine. The cause is then the content of its organization.
 */
const SLOWER = 6;
/** In milliseconds. Shorter render batches are never slow, because they do not delay others. */
const MIN_MS = 1000;
const REMEMBERED_MS = 5 * 60 * 1000;
/**
 * The usual duration grows by this factor with every render batch, which detects a machine that is
 * slow for all organizations.
 */
const GROWTH = 1.02;

/** The durations of render batches per organization, as measured by this worker. */
export type RenderPaces = {
  /**
   * Returns how many times as long as their weight predicts the recent render batches of an
   * organization took; 1 when none was slow.
   */
  paceOf(organizationId: number): number;
  /**
   * Records the duration of a render batch.
   * @returns whether it was much too slow. Others of its organization would be, too.
   */
  note(organizationId: number, time: RenderTime): boolean;
};

/**
 * The weight of a render batch is an estimate from its text. Measured durations reveal what the
 * estimate does not predict.
 */
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
