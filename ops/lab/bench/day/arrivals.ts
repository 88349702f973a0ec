import { seedRandom } from '../../../aeat-sandbox/faults/seed-random.ts';
import { ASSUMPTIONS } from './assumptions.ts';

/** The batches of a day, in the order of their coming; a place in each list is a batch. */
export type Arrivals = {
  readonly invoices: number;
  /** Seconds since midnight. */
  readonly times: Float64Array;
  /** Invoices of each. */
  readonly sizes: Uint16Array;
  readonly organizations: Uint32Array;
  /** Each chain is of one organization alone. */
  readonly chains: Uint32Array;
};

const HOUR = 3600;
export const DAY = 24 * HOUR;
/** Issuers of an organization at most, in the numbers of chains. */
const CHAINS_EACH = 32;

/** Makes a day of about so many invoices: the same one for the same seed. @param between seconds of the day; what comes at other times is left out. */
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

/** The hour with most invoices, from its beginning in seconds, and its share of the day. */
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

/** By 1/rank: the first has most. */
function pickOrganization(random: () => number, organizations: number): number {
  return Math.min(Math.floor(Math.exp(random() * Math.log(organizations + 1))), organizations);
}

function pickIssuer(random: () => number, organization: number): number {
  const { everyNth, issuers } = ASSUMPTIONS.issuersOfAgencies.value;
  return organization % everyNth === 0 ? Math.floor(random() * issuers) : 0;
}
