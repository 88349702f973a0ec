import { seedRandom } from '../../../packages/aeat-sandbox/src/faults/seed-random.ts';
import { ASSUMPTIONS } from './assumptions.ts';

/** The batches of a day, in the order of arrival. An index means the same batch in every list. */
export type Arrivals = {
  readonly invoices: number;
  /** Seconds since midnight. */
  readonly times: Float64Array;
  /** The number of invoices of each batch. */
  readonly sizes: Uint16Array;
  readonly organizations: Uint32Array;
  /** The chain of each batch. A chain belongs to exactly one organization. */
  readonly chains: Uint32Array;
};

const HOUR = 3600;
export const DAY = 24 * HOUR;
/** The maximum number of issuers of an organization; chain numbers are spaced by it. */
const CHAINS_EACH = 32;

/**
 * Generates a day of about `invoices` invoices. The same seed gives the same day.
 * @param between the seconds of the day to include; batches that arrive outside of them are
 *   dropped.
 */
export function buildArrivals(
  invoices: number,
  seed: number,
  between: readonly [number, number] = [0, DAY],
): Arrivals {
  const random = seedRandom(seed);
  const organizations = Math.max(Math.round(invoices / ASSUMPTIONS.invoicesPerOrganization.value), 1);
  const found: { time: number; size: number; organization: number; chain: number }[] = [];
  for (const { size, share } of ASSUMPTIONS.batchSizes.value) {
    const batches = Math.round((invoices * share) / size);
    for (let index = 0; index < batches; index += 1) {
      const time = pickTime(random);
      const organization = pickOrganization(random, organizations);
      const chain = organization * CHAINS_EACH + pickIssuer(random, organization);
      if (time >= between[0] && time < between[1]) found.push({ time, size, organization, chain });
    }
  }
  found.sort((a, b) => a.time - b.time);
  return {
    invoices: found.reduce((sum, { size }) => sum + size, 0),
    times: Float64Array.from(found, ({ time }) => time),
    sizes: Uint16Array.from(found, ({ size }) => size),
    organizations: Uint32Array.from(found, ({ organization }) => organization),
    chains: Uint32Array.from(found, ({ chain }) => chain),
  };
}

/**
 * Returns the start of the hour with the most invoices, in seconds, and its share of the day's
 * invoices.
 */
export function findBusiestHour(): { readonly from: number; readonly share: number } {
  const weights = ASSUMPTIONS.hourWeights.value;
  const most = weights.reduce((best, weight) => Math.max(best, weight), 0);
  return { from: weights.findIndex((weight) => weight === most) * HOUR, share: most / SUM };
}

const SUM = ASSUMPTIONS.hourWeights.value.reduce((sum: number, weight) => sum + weight, 0);

function pickTime(random: () => number): number {
  let left = random() * SUM;
  const hour = ASSUMPTIONS.hourWeights.value.findIndex((weight) => (left -= weight) < 0);
  const { share, seconds } = ASSUMPTIONS.onTheHour.value;
  return hour * HOUR + random() * (random() < share ? seconds : HOUR);
}

/**
 * Picks an organization with a probability proportional to 1/rank, so that the first one has the
 * most invoices.
 */
function pickOrganization(random: () => number, organizations: number): number {
  return Math.min(Math.floor(Math.exp(random() * Math.log(organizations + 1))), organizations);
}

function pickIssuer(random: () => number, organization: number): number {
  const { everyNth, issuers } = ASSUMPTIONS.issuersOfAgencies.value;
  return organization % everyNth === 0 ? Math.floor(random() * issuers) : 0;
}
