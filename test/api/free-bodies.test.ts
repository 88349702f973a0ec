import { constants, PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBodyCollector } from '../../src/api/bodies/free-bodies.ts';

type CollectionEntry = ReturnType<PerformanceObserverEntryList['getEntries']>[number] & {
  readonly detail: { readonly kind: number };
};

it('createBodyCollector frees bodies with about one minor garbage collection per megabyte', async () => {
  const kinds: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as CollectionEntry[])
      kinds.push((detail as { kind: number }).kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  const collect = createBodyCollector();
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  for (let body = 0; body < 100; body += 1) {
    collect(Buffer.alloc(512 * 1024).length);
    await wait();
  }
  expect(held() - before).toBeLessThan(8 * 1024 * 1024);
  await wait(20);
  observer.disconnect();
  expect(kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_MINOR).length).toBeGreaterThanOrEqual(
    40,
  );
});
