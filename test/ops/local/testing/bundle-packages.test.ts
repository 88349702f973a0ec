import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUNDLED, bundlePackages } from '../../../../ops/local/testing/bundle-packages.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Runs code in a process of Node.js with or without the bundles. @returns its output. */
async function run(code: string, isBundled: boolean): Promise<unknown> {
  const preload = isBundled ? [`--import=${pathToFileURL(await bundlePackages()).href}`] : [];
  const args = [...preload, '--input-type=module', '--eval', code];
  const { NODE_OPTIONS: _options, ...env } = process.env;
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }));
}

/** Lists the loaded files of these packages. */
const LIST = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  for (const file of ['api/app', 'platform/postgres/migrate', 'platform/postgres/open-database', 'platform/jobs/job-queues'])
    await import(\`./src/\${file}.ts\`);
  console.log(JSON.stringify(urls.filter((url) => /node_modules\\/(?:typebox|kysely|@mikro-orm|bullmq|ioredis|semver|cron-parser)\\//.test(url))));
`;

describe('the bundles of packages for tests', () => {
  it('have the same exports as the installed packages', async () => {
    const code = `
      const names = ${JSON.stringify(BUNDLED)};
      const seen = await Promise.all(names.map(async (name) => [name, Object.keys(await import(name)).toSorted()]));
      console.log(JSON.stringify(seen));
    `;
    expect(await run(code, true)).toEqual(await run(code, false));
  });

  it('are the only copies in a process, since a second copy would not recognize the objects of the first', async () => {
    expect(await run(LIST, true)).toEqual([]);
    expect(((await run(LIST, false)) as string[]).length).toBeGreaterThan(500);
  });

  it('are also used by other packages, including CommonJS packages', async () => {
    const code = `
      import { createRequire } from 'node:module';
      import { MikroORM } from '@mikro-orm/postgresql';
      import { MikroORM as base } from '@mikro-orm/core';
      import { Type } from 'typebox';
      import { Queue } from 'bullmq';
      import { Redis } from 'ioredis';
      const require = createRequire(import.meta.url);
      console.log(JSON.stringify([
        require('typebox').Type === Type,
        base.isPrototypeOf(MikroORM),
        MikroORM !== base,
        require('bullmq').Queue === Queue,
        require('ioredis') === Redis,
        require('ioredis').Redis === Redis,
      ]));
    `;
    expect(await run(code, true)).toEqual(await run(code, false));
  });
});
