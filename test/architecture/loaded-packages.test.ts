import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withQuickStart } from '../support/quick-start.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Tells at the end which packages were loaded. */
const TELL = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({ load: (url, context, next) => (seen.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]), next(url, context)) });
  process.on('exit', () => console.log(JSON.stringify([...seen].filter(Boolean))));
`;

/** The packages that a process loads before it has read its settings, which it does not have here. */
function listLoaded(program: string): string[] {
  const { stdout } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(TELL)}`, program],
    { cwd: ROOT, env: withQuickStart({}), encoding: 'utf8' },
  );
  return JSON.parse(stdout) as string[];
}

describe('a process that prints nothing', () => {
  it.each(['src/server.ts', 'src/dashboard.ts', 'workers/main.ts'])(
    'does not load what drives browsers when it starts: %s',
    (program) => {
      const loaded = listLoaded(program);
      expect(loaded).toContain('bullmq');
      expect(loaded).not.toContain('playwright-core');
    },
  );
});
