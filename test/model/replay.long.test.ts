import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { readTrace } from '../../labs/model/trace.ts';
import { runNpmScript } from './support/run-npm-script.ts';
import { replay } from './support/replay.ts';
import { openWorld, type World } from './support/world.ts';

const RUNS = 300;
const MINUTE = 60_000;

describe('the real code behaves like the formal model', () => {
  let world: World;
  beforeAll(async () => {
    await runNpmScript('model', ['--only=batches', `--samples=${RUNS}`, `--traces=${RUNS}`, '--no-mutants']);
    world = await openWorld();
  }, 10 * MINUTE);
  afterAll(() => world[Symbol.asyncDispose]());

  it(
    'in each step of hundreds of new runs',
    async () => {
      const directory = path.join(LOCAL, 'model', 'traces');
      for (const name of readdirSync(directory)) {
        const run = readTrace(readFileSync(path.join(directory, name), 'utf8'));
        expect([name, await replay(world, run)]).toEqual([name, null]);
      }
    },
    30 * MINUTE,
  );
});
