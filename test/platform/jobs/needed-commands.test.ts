import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { NEEDED_COMMANDS } from '#src/platform/jobs/check-redis.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('the commands that a login of Redis must be able to run include all that the scripts of BullMQ run', () => {
  const directory = path.join(ROOT, 'node_modules/bullmq/dist/cjs/scripts');
  const scripts = readdirSync(directory)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(directory, file), 'utf8'));
  const run = scripts.flatMap((script) =>
    [...script.matchAll(/(?:rcall|pcall|redis\.call)\(\s*['"]([A-Za-z]+)['"]/g)].map(([, name]) =>
      name!.toLowerCase(),
    ),
  );
  expect(run.length).toBeGreaterThan(500);
  expect([...new Set(run)].filter((name) => !NEEDED_COMMANDS.includes(name))).toEqual([]);
});
