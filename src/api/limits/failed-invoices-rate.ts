import type { FailedInvoicesRate } from '../../accept/accept-batch.ts';
import type { RedisConnection } from '../../platform/jobs/connection.ts';

const WINDOW_MS = 3_600_000;
const KEY = 'ibe-limit-failed-invoices-';

/**
 * Adds to the count if the sum stays within the maximum. The window begins with the first
 * increment. Returns -1 on success, otherwise the milliseconds until the window ends.
 *
 * KEYS[1] is the organization's count, ARGV[1] the increment, ARGV[2] the maximum, and ARGV[3] the
 * length of the window in milliseconds.
 */
const TAKE = `
  local count = tonumber(redis.call('GET', KEYS[1]) or '0')
  if count + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(0, redis.call('PTTL', KEYS[1])) end
  redis.call('INCRBY', KEYS[1], ARGV[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
  return -1`;
/**
 * Subtracts from the count, unless the window is over. KEYS[1] is the organization's count, and
 * ARGV[1] the decrement.
 */
const GIVE_BACK = `
  local count = tonumber(redis.call('GET', KEYS[1]) or '0')
  if count > 0 then redis.call('DECRBY', KEYS[1], math.min(count, tonumber(ARGV[1]))) end
  return 0`;

const keyOf = (organizationId: number) => `${KEY}${organizationId}`;

/**
 * Limits the failed invoices that an organization's create requests store per hour. Redis holds the
 * count for all processes. If Redis is unavailable, the requests pass, as reads do: a batch is
 * never refused because Redis is down.
 * @param most maximum per organization and hour.
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
      // If Redis cannot be reached, the count expires with its window after at most an hour.
      await redis.eval(GIVE_BACK, 1, keyOf(organizationId), count).catch(() => {});
    },
  };
}
