import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRenderScheduler } from '../../src/render/render-scheduler.ts';

/** A line whose render batches end when they are told to. */
function openGatedLine() {
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

describe('prints in a line', () => {
  it('run one at a time, in their order, but that much smaller ones go first', async () => {
    const line = openGatedLine();
    const sizes = { a: 16, b: 16, c: 1, d: 5, e: 15, f: 4 };
    for (const [name, size] of Object.entries(sizes)) void line.print(name, size);
    expect(line.begun).toEqual(['a']);
    const order = ['a', 'c', 'd', 'f', 'b', 'e'];
    for (const name of order) await line.end(name);
    expect(line.begun).toEqual(order);
  });

  it('are overtaken four times at most', async () => {
    const line = openGatedLine();
    void line.print('running', 1);
    void line.print('large', 16);
    for (let small = 1; small <= 9; small += 1) void line.print(`small ${small}`, 1);
    for (const name of ['running', 'small 1', 'small 2', 'small 3', 'small 4']) await line.end(name);
    expect(line.begun.at(-1)).toBe('large');
    await line.end('large');
    expect(line.begun.at(-1)).toBe('small 5');
  });

  it('are overtaken by no more than they hold themselves', async () => {
    const line = openGatedLine();
    const sizes = { running: 1, large: 16, half: 8, third: 6, another: 6, small: 2 };
    for (const [name, size] of Object.entries(sizes)) void line.print(name, size);
    const order = ['running', 'half', 'third', 'small', 'large', 'another'];
    for (const name of order) await line.end(name);
    expect(line.begun).toEqual(order);
  });

  it('go on behind one that fails, and each caller gets what became of its own', async () => {
    const line = openGatedLine();
    const first = line.print('first', 1);
    const second = line.print('second', 1);
    await Promise.all([expect(first).rejects.toThrow('no paper'), line.end('first', new Error('no paper'))]);
    await line.end('second');
    await expect(second).resolves.toBeUndefined();
  });
});
