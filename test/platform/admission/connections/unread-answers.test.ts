import { describe, expect, it } from 'vitest';
import { createUnreadAnswers } from '../../../../src/platform/admission/connections/unread-answers.ts';

/**
 * Opens room for 100 bytes of answers, with a clock of the test and a list of the dropped answers.
 */
function openAnswers() {
  const clock = { ms: 0 };
  const dropped: string[] = [];
  const answers = createUnreadAnswers({ most: 100, now: () => clock.ms });
  const keep = (owner: string, bytes: number, name: string) =>
    answers.keep({ owner, bytes, drop: () => dropped.push(name) });
  return { answers, clock, dropped, keep };
}

describe('unread answers', () => {
  it('are kept as long as there is room for them', () => {
    const { answers, clock, dropped, keep } = openAnswers();
    keep('one', 25, 'a');
    clock.ms = 100_000;
    keep('other', 25, 'b');
    expect([dropped, answers.held]).toEqual([[], 50]);
  });

  it('are dropped, oldest first, when their owner exceeds its share, and no other owner is affected', () => {
    const { answers, clock, dropped, keep } = openAnswers();
    keep('other', 20, 'of another');
    keep('one', 15, 'a');
    keep('one', 10, 'b');
    clock.ms = 1000;
    keep('one', 10, 'c');
    expect([dropped, answers.held]).toEqual([['a'], 40]);
  });

  it('are dropped, oldest first, when all together exceed the limit', () => {
    const { answers, clock, dropped, keep } = openAnswers();
    for (const owner of ['a', 'b', 'c', 'd']) keep(owner, 25, owner);
    clock.ms = 1000;
    keep('e', 25, 'e');
    expect([dropped, answers.held]).toEqual([['a'], 100]);
  });

  it('are kept for at least a second, because every answer begins unread', () => {
    const { clock, dropped, keep } = openAnswers();
    for (const name of ['a', 'b', 'c']) keep('one', 50, name);
    clock.ms = 999;
    keep('one', 50, 'd');
    expect(dropped).toEqual([]);
  });

  it('are counted until they are read', () => {
    const { answers, clock, dropped, keep } = openAnswers();
    const read = keep('one', 25, 'a');
    read();
    read();
    clock.ms = 1000;
    keep('one', 25, 'b');
    expect([dropped, answers.held]).toEqual([[], 25]);
  });
});
