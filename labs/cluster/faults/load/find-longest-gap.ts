/** Returns the longest interval between two consecutive moments. */
export function findLongestGap(moments: readonly number[]): number {
  const ordered = moments.toSorted((a, b) => a - b);
  return ordered.reduce((longest, moment, index) => {
    const before = ordered[index - 1] ?? moment;
    return Math.max(longest, moment - before);
  }, 0);
}
