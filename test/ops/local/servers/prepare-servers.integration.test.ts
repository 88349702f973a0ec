import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../../ops/local/boot/layout.ts';
import { linkPrograms } from '../../../support/link-programs.ts';

const run = promisify(execFile);

/** A clone of the project with a fetched PostgreSQL, in which no package is installed yet. */
function buildClone(): string {
  const clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  // As root, PostgreSQL runs under another account.
  chmodSync(clone, 0o755);
  for (const name of ['src', 'ops/local', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(clone, name), { recursive: true });
  linkPrograms(clone);
  return clone;
}

describe('the preparation of servers while npm installs the packages', () => {
  it('needs no package to create the cluster, and does not change an existing cluster or its password', async () => {
    const clone = buildClone();
    const create = () =>
      run(process.execPath, ['ops/local/servers/prepare-servers.ts', 'postgres'], {
        cwd: clone,
        env: { PATH: process.env['PATH'] },
      });
    await create();
    const version = path.join(clone, '.local', 'postgres', 'data', 'PG_VERSION');
    const secrets = path.join(clone, '.local', 'secrets.json');
    expect(Number(readFileSync(version, 'utf8'))).toBeGreaterThanOrEqual(15);
    expect(JSON.parse(readFileSync(secrets, 'utf8'))).toHaveProperty('postgresPassword');
    // If the secrets were removed, npm start generates new ones and sets them in the cluster.
    rmSync(secrets);
    await create();
    expect(existsSync(secrets)).toBe(false);
  });

  it('ends by itself if there is nothing to do', async () => {
    const chromium = run(process.execPath, ['ops/local/servers/prepare-servers.ts', 'chromium'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] },
    });
    await expect(chromium).resolves.toMatchObject({ stderr: '' });
  });
});
