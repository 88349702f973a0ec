import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hurry, mapYielding } from '../../../src/platform/process/map-yielding.ts';

/** Blocks the event loop for 3 ms. */
function workLong(): void {
  const end = performance.now() + 3;
  while (performance.now() < end);
}

/** Short work that yields to the event loop repeatedly. */
async function takeSteps(): Promise<void> {
  for (let step = 0; step < 30; step += 1) await yieldToEventLoop();
}

/** Returns how many items of long work are done when concurrent short work ends. */
async function countBeside(runShort: (work: () => Promise<void>) => Promise<void>): Promise<number> {
  let done = 0;
  const long = mapYielding(Array.from({ length: 60 }), () => {
    workLong();
    return (done += 1);
  });
  await runShort(takeSteps);
  const doneThen = done;
  expect(await long).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  return doneThen;
}

describe('long work in mapYielding', () => {
  it('yields to the event loop after every item', async () => {
    expect(await countBeside((work) => work())).toBeLessThan(60);
  });

  it('slows down during hurried short work, but does not stop', async () => {
    const beside = await countBeside((work) => work());
    expect(await countBeside(hurry)).toBeLessThan(beside / 4);
    const endless = Promise.withResolvers<void>();
    const short = hurry(() => endless.promise);
    await mapYielding([1, 2, 3], workLong);
    endless.resolve();
    await short;
  });

  it('runs at full speed again after hurried short work failed', async () => {
    await expect(hurry(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await countBeside((work) => work())).toBeGreaterThan(15);
  });
});
