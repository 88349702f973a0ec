import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Times are not checked, because the machine does other work meanwhile. The bytes in the tables do
 * not depend on that.
 */
test(
  'npm run day -- --check runs a small day whose bytes and envelopes match the simulation',
  { timeout: 600_000 },
  async () => {
    const child = spawn(
      process.execPath,
      [path.join(ROOT, 'labs/bench/day/main.ts'), '--check', '--invoices=1000', '--minutes=1'],
      { cwd: ROOT, env: { ...process.env, FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    try {
      const exited = once(child, 'exit');
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
      expect(errors).toBe('');
      expect(output).toMatch(/^\| bytes at rest .* yes \|$/m);
      expect(output).toMatch(/^\| envelopes to AEAT .* yes \|$/m);
      expect(output.match(/^\| processor time of /gm)).toHaveLength(6);
    } finally {
      child.kill('SIGTERM');
    }
  },
);
