import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openLogger } from '../../../../src/platform/telemetry/logger.ts';
import { openTraces } from '../../../../src/platform/telemetry/traces/open-traces.ts';
import { eventually } from '../../../support/eventually.ts';
import { openTraceCollector } from '../../../support/trace-collector.ts';

const open = (endpoint: string | undefined, log: string[] = []) =>
  openTraces({
    endpoint,
    process: 'test',
    version: '1.2.3',
    logger: openLogger({
      level: 'info',
      process: 'test',
      destination: { write: (line) => void log.push(line) },
    }),
  });

describe('traces', () => {
  it('are off without a collector: the work runs without ids', async () => {
    await using traces = await open(undefined);
    expect(traces.isOn).toBe(false);
    const done = await traces.follow('work', { kind: 'consumer' }, (trace) =>
      trace.within('part', async ({ traceparent, ids }) => ({ traceparent, ids })),
    );
    expect(done).toEqual({ traceparent: null, ids: {} });
  });

  it('continue a parent, contain links and record a failure without the thrown message', async () => {
    await using collector = await openTraceCollector();
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const link = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    {
      await using traces = await open(collector.url);
      const failing = traces.follow(
        'work',
        { kind: 'consumer', parent, links: [link, 'nonsense'] },
        (trace) => trace.within('part', () => Promise.reject(new Error('García Pérez'))),
      );
      await expect(failing).rejects.toThrow('García Pérez');
    }
    const [part, work] = collector.spans;
    expect(work).toMatchObject({
      name: 'work',
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      links: [{ traceId: 'c'.repeat(32) }],
      status: { code: 2 },
    });
    expect(part).toMatchObject({ name: 'part', parentSpanId: work!.spanId, status: { code: 2 } });
    expect(collector.bodies.join('')).not.toContain('García');
  });

  it('are not exported if the parent is not sampled', async () => {
    await using collector = await openTraceCollector();
    {
      await using traces = await open(collector.url);
      const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
      const traceparent = await traces.follow(
        'work',
        { kind: 'server', parent },
        async (trace) => trace.traceparent,
      );
      expect(traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/);
    }
    expect(collector.spans).toEqual([]);
  });

  it('log once that the collector is unavailable, delay no work and end in bounded time', async () => {
    const collector = await openTraceCollector();
    const log: string[] = [];
    const traces = await open(collector.url, log);
    await collector[Symbol.asyncDispose]();
    for (let index = 0; index < 10_000; index += 1) traces.begin('work', { kind: 'server' }).end(false);
    await eventually(() => log.length > 0, { within: 10_000 });
    const ends = traces[Symbol.asyncDispose]().then(() => 'ended');
    // Without the limit the exporter would retry for several times five seconds.
    expect(await Promise.race([ends, wait(5000, 'still at it')])).toBe('ended');
    expect(log.filter((line) => line.includes('The collector of traces'))).toHaveLength(1);
  });
});
