import type { EndedMonth, MonthSpan } from './partitions/month-span.ts';

/** @throws if there is no such month, or if it has not ended. */
export function findMonth(months: readonly MonthSpan[], month: string): EndedMonth {
  const found = months.find((each) => each.month === month);
  if (found === undefined)
    throw new Error(`There is no month ${month}: npm run engine -- archive list shows all months`);
  if (found.endBatch === null || found.finishRenderBatch === null)
    throw new Error(`${month} is not over: a month can be archived when the next one has begun`);
  return { ...found, endBatch: found.endBatch, finishRenderBatch: found.finishRenderBatch };
}
