import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PROGRAMS } from '../../ops/local/boot/fetch-program.js';
import { fetchedRedis } from '../../ops/local/boot/fetch-redis.js';
import { LOCAL } from '../../ops/local/boot/layout.ts';

/**
 * Links the programs that were fetched for this project into a copy of it, so that its `npm start`
 * does not fetch them again.
 */
export function linkPrograms(copy: string): void {
  const local = path.join(copy, '.local');
  mkdirSync(local);
  const redis = path.basename(path.dirname(fetchedRedis(local)));
  const names = [redis, ...Object.values(PROGRAMS).map(({ directory }) => directory)];
  for (const name of names.filter((program) => existsSync(path.join(LOCAL, program))))
    symlinkSync(path.join(LOCAL, name), path.join(local, name));
}
