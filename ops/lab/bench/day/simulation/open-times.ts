/** How long things took, as counts of times that are within a hundredth of each other. */
export type Times = {
  add(seconds: number, count: number): void;
  /** The time within which a share of them was done; 0 where there are none. */
  quantile(share: number): number;
  mean(): number;
};

const LEAST_SECONDS = 1e-4;
const STEP = Math.log(1.01);

/** Opens an empty record of times. */
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
