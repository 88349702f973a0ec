import type { FailedInvoicesRate } from '../accept/accept-batch.ts';
import type { RedisConnection } from '../platform/jobs/connection.ts';

const WINDOW_MS = 3_600_000;
const KEY = 'ibe-limit-failed-invoices-';

/**
 * Counts some more where they fit, in a window that begins with the first. Returns -1, or the milliseconds until the window is over.
 * KEYS[1] the organization's count · ARGV[1] how many more · ARGV[2] the most · ARGV[3] milliseconds of a window
 */
const TAKE = `
  local count = tonumber(redis.call('GET', KEYS[1]) or '0')
  if count + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(0, redis.call('PTTL', KEYS[1])) end
  redis.call('INCRBY', KEYS[1], ARGV[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
  return -1`;
/** Takes some back, unless their window is over. KEYS[1] the organization's count · ARGV[1] how many */
const GIVE_BACK = `
  local count = tonumber(redis.call('GET', KEYS[1]) or '0')
  if count > 0 then redis.call('DECRBY', KEYS[1], math.min(count, tonumber(ARGV[1]))) end
  return 0`;

const keyOf = (organizationId: number) => `${KEY}${organizationId}`;

/**
 * Limits the failed invoices that an organization's creates store per hour, counted in Redis across processes. With Redis away they pass, as reads do: a batch
 * is never refused because a hint store is down.
 * @param most of an organization per hour.
 */
export function createFailedInvoicesRate(redis: RedisConnection, most: number): FailedInvoicesRate {
  return {
    most,
    async take(organizationId, count) {
      try {
        const left = await redis.eval(TAKE, 1, keyOf(organizationId), count, most, WINDOW_MS);
        return Number(left) < 0 ? 0 : Math.max(1, Math.ceil(Number(left) / 1000));
      } catch {
        return 0;
      }
    },
    async giveBack(organizationId, count) {
      // What cannot be given back is given back by the end of the hour.
      await redis.eval(GIVE_BACK, 1, keyOf(organizationId), count).catch(() => {});
    },
  };
}
