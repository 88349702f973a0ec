import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  fetchedRedis,
  fetchRedis,
  isRedisMissing,
  readRedisVersion,
} from '../../../../ops/local/boot/fetch-redis.js';
import { findExecutable } from '../../../../ops/local/boot/find-executable.js';
import { isJudged } from '../../../support/not-judged.ts';

const LOADER =
  'redis-server: error while loading shared libraries: libjemalloc.so.2: cannot open shared object file: No such file or directory';
const RUNS = 'echo "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"';

afterEach(() => void vi.unstubAllEnvs());

/** Creates a `.local` with a fetched Redis that has this launcher. */
function buildLocal(script?: string): string {
  const local = mkdtempSync(path.join(tmpdir(), 'local-'));
  onTestFinished(() => rmSync(local, { recursive: true }));
  mkdirSync(path.join(local, 'logs'));
  mkdirSync(path.join(local, 'redis-server'));
  if (script !== undefined) writeFileSync(fetchedRedis(local), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return local;
}

const BROKEN = {
  'that was never fetched': undefined,
  'whose library is gone': `echo '${LOADER}' >&2; exit 127`,
  'whose server is gone': 'exec "$0.gone"',
  'that crashes': 'kill -SEGV $$',
  'that is too old': RUNS.replace('7.0.15', '6.0.16'),
  'that prints nothing': 'exit 0',
};

const needsFetched = isJudged(
  !findExecutable(['redis-server', 'valkey-server']),
  'whether a fetched Redis is complete',
  'this machine has a Redis of its own, which is used instead',
);
const hasApt = isJudged(findExecutable(['apt-get']), 'fetching Redis', 'there is no apt-get');

describe.runIf(needsFetched)('a fetched Redis', () => {
  it.each(Object.entries(BROKEN))('counts as missing: %s', (_what, script) => {
    vi.stubEnv('REDIS_URL', '');
    expect(isRedisMissing(buildLocal(script))).toBe(true);
  });

  it('does not count as missing if it runs, or REDIS_URL names another one', () => {
    vi.stubEnv('REDIS_URL', '');
    expect(isRedisMissing(buildLocal(RUNS))).toBe(false);
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1');
    expect(isRedisMissing(buildLocal())).toBe(false);
  });
});

describe('fetching Redis', () => {
  it('detects whether the fetched one runs', () => {
    expect(readRedisVersion(fetchedRedis(buildLocal(RUNS)))).toBe('7.0.15');
    expect(readRedisVersion(fetchedRedis(buildLocal(BROKEN['whose library is gone'])))).toBe('0');
  });

  it.runIf(hasApt)(
    'reports without a network which library the old one lacks and what to do, and keeps it',
    { timeout: 60_000 },
    async () => {
      const local = buildLocal(BROKEN['whose library is gone']);
      const settings = path.join(local, 'apt.conf');
      const nothing = path.join(local, 'nothing');
      mkdirSync(nothing);
      writeFileSync(
        settings,
        `Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "${nothing}"; Dir::State::lists "${nothing}";`,
      );
      vi.stubEnv('APT_CONFIG', settings);
      await expect(fetchRedis(local, path.join(local, 'work'))).rejects.toThrow(
        /^Redis could not be downloaded; the fetched one lacks libjemalloc\.so\.2 \(see .+\)\n {2}Install Redis/,
      );
      expect(readRedisVersion(fetchedRedis(local))).toBe('0');
    },
  );
});
