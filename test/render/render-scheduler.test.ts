import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRenderScheduler } from '../../src/render/render-scheduler.ts';

/** Opens a scheduler whose render batches end when the test ends them. */
function openGatedScheduler() {
  const schedule = createRenderScheduler();
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  return {
    begun,
    print(name: string, size: number) {
      const gate = Promise.withResolvers<void>();
      gates.set(name, gate);
      return schedule(size, () => {
        begun.push(name);
        return gate.promise;
      });
    },
    async end(name: string, error?: Error) {
      const gate = gates.get(name)!;
      if (error) gate.reject(error);
      else gate.resolve();
      await yieldToEventLoop();
    },
  };
}

describe('render batches in the scheduler', () => {
  it('run one at a time, in their order, except that much smaller ones go first', async () => {
    const scheduler = openGatedScheduler();
    const sizes = { a: 16, b: 16, c: 1, d: 5, e: 15, f: 4 };
    for (const [name, size] of Object.entries(sizes)) void scheduler.print(name, size);
    expect(scheduler.begun).toEqual(['a']);
    const order = ['a', 'c', 'd', 'f', 'b', 'e'];
    for (const name of order) await scheduler.end(name);
    expect(scheduler.begun).toEqual(order);
  });

  it('are overtaken at most four times', async () => {
    const scheduler = openGatedScheduler();
    void scheduler.print('running', 1);
    void scheduler.print('large', 16);
    for (let small = 1; small <= 9; small += 1) void scheduler.print(`small ${small}`, 1);
    for (const name of ['running', 'small 1', 'small 2', 'small 3', 'small 4']) await scheduler.end(name);
    expect(scheduler.begun.at(-1)).toBe('large');
    await scheduler.end('large');
    expect(scheduler.begun.at(-1)).toBe('small 5');
  });

  it('are overtaken by at most as many invoices as they contain', async () => {
    const scheduler = openGatedScheduler();
    const sizes = { running: 1, large: 16, half: 8, third: 6, another: 6, small: 2 };
    for (const [name, size] of Object.entries(sizes)) void scheduler.print(name, size);
    const order = ['running', 'half', 'third', 'small', 'large', 'another'];
    for (const name of order) await scheduler.end(name);
    expect(scheduler.begun).toEqual(order);
  });

  it('run after one that fails, and each caller gets its own result', async () => {
    const scheduler = openGatedScheduler();
    const first = scheduler.print('first', 1);
    const second = scheduler.print('second', 1);
    await Promise.all([
      expect(first).rejects.toThrow('out of memory'),
      scheduler.end('first', new Error('out of memory')),
    ]);
    await scheduler.end('second');
    await expect(second).resolves.toBeUndefined();
  });
});
