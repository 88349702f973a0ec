import { expect, it } from 'vitest';
import { createMutex } from '#src/remit/mutex.ts';

it('a mutex runs its tasks one after the other, in order, even if one of them fails', async () => {
  const claimMutex = createMutex();
  const log: string[] = [];
  const run = (name: string, fails = false) =>
    claimMutex(async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([run('one'), run('two', true), run('three')]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
