/** The median and the quartiles of some measurements. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number };

/** Returns the median and the quartiles. @throws RangeError without values. */
export function describeSpread(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('There are no values');
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: readQuantile(sorted, 0.5),
    low: readQuantile(sorted, 0.25),
    high: readQuantile(sorted, 0.75),
  };
}

/** Describes a value that was measured once. */
export function describeSingle(value: number): Spread {
  return { median: value, low: value, high: value };
}

/**
 * Returns the quantile below which the given share of the values lies, interpolated linearly
 * between neighbours.
 */
export function findQuantile(values: readonly number[], share: number): number {
  return readQuantile(
    values.toSorted((a, b) => a - b),
    share,
  );
}

function readQuantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Returns the ratio of values that were not measured in pairs: the median and quartiles over the
 * median of the others.
 */
export function compareMedians(values: readonly number[], others: readonly number[]): Spread {
  const { median, low, high } = describeSpread(values);
  const other = describeSpread(others).median;
  return { median: median / other, low: low / other, high: high / other };
}
