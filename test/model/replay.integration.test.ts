import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrace } from '../../labs/model/trace.ts';
import { everyNth } from '../support/long.ts';
import { replay } from './support/replay.ts';
import { openWorld, type World } from './support/world.ts';

const KEPT = path.resolve(import.meta.dirname, '../golden/model');
const names = readdirSync(KEPT);
const read = (name: string) => readTrace(readFileSync(path.join(KEPT, name), 'utf8'));

describe('the real code behaves like the formal model', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(everyNth(2, names))('in each step of run %s', async (name) => {
    expect(await replay(world, read(name))).toBeNull();
  });
});
