/** A histogram of durations whose buckets are one percent wide. */
export type Times = {
  add(seconds: number, count: number): void;
  /** The duration within which the given share of them lies; 0 if there are none. */
  quantile(share: number): number;
  mean(): number;
};

const LEAST_SECONDS = 1e-4;
const STEP = Math.log(1.01);

/** Opens an empty histogram. */
export function openTimes(): Times {
  const counts: number[] = [];
  let all = 0;
  let sum = 0;
  let most = 0;
  return {
    add(seconds, count) {
      const place = seconds <= LEAST_SECONDS ? 0 : Math.ceil(Math.log(seconds / LEAST_SECONDS) / STEP);
      counts[place] = (counts[place] ?? 0) + count;
      all += count;
      sum += seconds * count;
      most = Math.max(most, seconds);
    },
    quantile(share) {
      let below = 0;
      for (let place = 0; place < counts.length; place += 1) {
        below += counts[place] ?? 0;
        if (below > 0 && below >= share * all) return Math.min(LEAST_SECONDS * Math.exp(place * STEP), most);
      }
      return 0;
    },
    mean: () => (all === 0 ? 0 : sum / all),
  };
}
