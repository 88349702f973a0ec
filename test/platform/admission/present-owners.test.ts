import { expect, it } from 'vitest';
import { createPresentOwners } from '../../../src/platform/admission/present-owners.ts';

it('an owner is alone until another one is seen, and again a minute after that one was seen last', () => {
  let time = 0;
  const owners = createPresentOwners(() => time);
  expect(owners.isAlone(1)).toBe(true);
  owners.see(1);
  expect([owners.isAlone(1), owners.isAlone(2)]).toEqual([true, false]);
  time = 100;
  owners.see(2);
  owners.see(1);
  owners.see(1);
  expect([owners.isAlone(1), owners.isAlone(2), owners.isAlone(3)]).toEqual([false, false, false]);
  time = 60_100;
  owners.see(1);
  expect([owners.isAlone(1), owners.isAlone(2)]).toEqual([true, false]);
});
