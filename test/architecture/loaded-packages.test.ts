import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { withQuickStart } from '../support/quick-start.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROJECT = pathToFileURL(`${ROOT}/`).href;

/** Writes at the end of the process which files were loaded. */
const writeLoadedTo = (file: string) => `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({ load: (url, context, next) => (seen.add(url), next(url, context)) });
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify([...seen])));
`;

/**
 * Returns the packages and modules that a process loads. The process does not use the bundled
 * packages of the tests, which would hide their names.
 */
function listLoaded(
  program: string,
  args: readonly string[] = [],
  settings: NodeJS.ProcessEnv = {},
): string[] {
  using directory = mkdtempDisposableSync(path.join(tmpdir(), 'loaded-'));
  const file = path.join(directory.path, 'loaded.json');
  spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(writeLoadedTo(file))}`, program, ...args],
    { cwd: ROOT, env: withQuickStart({ ...settings, NODE_OPTIONS: '' }) },
  );
  const urls = JSON.parse(readFileSync(file, 'utf8')) as string[];
  const names = urls.map(
    (url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url.replace(PROJECT, ''),
  );
  return [...new Set(names)];
}

const MIKRO_ORM = ['@mikro-orm/core', '@mikro-orm/postgresql', 'kysely'];

/** Settings with which a command runs until it needs a server. Port 9 refuses connections. */
const UNREACHABLE = {
  DATABASE_URL: 'postgres://user:password@127.0.0.1:9/none',
  REDIS_URL: 'redis://127.0.0.1:9',
};

describe('a process that does not render', () => {
  it.each(['src/server.ts', 'src/dashboard.ts', 'workers/main.ts'])(
    'does not load playwright-core at start: %s',
    (program) => {
      const loaded = listLoaded(program);
      // The list is complete.
      expect(loaded).toContain(program);
      expect(loaded).not.toContain('playwright-core');
    },
  );
});

describe('the program for operators', () => {
  const modules = Object.keys(COMMANDS).map((name) => `src/cli/${name}.ts`);

  it('loads the command that is called, and no other', () => {
    const loaded = listLoaded('src/cli/main.ts', ['queues', '--help']);
    expect(loaded.filter((name) => modules.includes(name))).toEqual(['src/cli/queues.ts']);
  });

  it('loads no package for its help that only running a command needs', () => {
    const loaded = listLoaded('src/cli/main.ts', ['--help']);
    expect(loaded).toEqual(expect.arrayContaining(modules));
    for (const name of [...MIKRO_ORM, 'bullmq', 'playwright-core', '@aws-sdk/client-s3'])
      expect(loaded).not.toContain(name);
  });

  it.each(['archive list', 'audit', 'chains list', 'invoice show 1', 'queues list', 'status'])(
    'does not load MikroORM for a command that uses prepared statements only: %s',
    (command) => {
      const loaded = listLoaded('src/cli/main.ts', command.split(' '), UNREACHABLE);
      // The command has run up to its servers.
      expect(loaded).toContain(command === 'queues list' ? 'bullmq' : 'pg');
      for (const name of MIKRO_ORM) expect(loaded).not.toContain(name);
    },
  );

  it('loads MikroORM for a command that uses entities', () => {
    const loaded = listLoaded('src/cli/main.ts', ['operator', 'list'], UNREACHABLE);
    expect(loaded).toEqual(expect.arrayContaining(MIKRO_ORM));
  });
});
