import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../ops/cli/commands.ts';
import { withQuickStart } from '../support/quick-start.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Prints at the end which files were loaded. */
const TELL = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({ load: (url, context, next) => (seen.add(url), next(url, context)) });
  process.on('exit', () => console.error(JSON.stringify([...seen])));
`;

/** Returns the packages and modules that a process loads before it reads its settings, which are missing here. */
function listLoaded(program: string, args: readonly string[] = []): string[] {
  const { stderr } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(TELL)}`, program, ...args],
    { cwd: ROOT, env: withQuickStart({}), encoding: 'utf8' },
  );
  const urls = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as string[];
  const names = urls.map(
    (url) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url.split(`${ROOT}/`).at(-1)!,
  );
  return [...new Set(names)];
}

describe('a process that does not render', () => {
  it.each(['src/server.ts', 'src/dashboard.ts', 'workers/main.ts'])(
    'does not load playwright-core at start: %s',
    (program) => {
      const loaded = listLoaded(program);
      // The list is complete, and the bundles of the tests do not hide the package.
      expect(loaded).toContain(program);
      expect(loaded).not.toContain('playwright-core');
    },
  );
});

describe('the program for operators', () => {
  const modules = Object.keys(COMMANDS).map((name) => `ops/cli/${name}.ts`);

  it('loads only the command that is called', () => {
    const loaded = listLoaded('ops/cli/main.ts', ['queues', '--help']);
    expect(loaded.filter((name) => modules.includes(name))).toEqual(['ops/cli/queues.ts']);
  });

  it('loads no package for its help that only running a command needs', () => {
    const loaded = listLoaded('ops/cli/main.ts', ['--help']);
    expect(loaded).toEqual(expect.arrayContaining(modules));
    for (const name of ['bullmq', 'playwright-core', '@aws-sdk/client-s3'])
      expect(loaded).not.toContain(name);
  });
});
