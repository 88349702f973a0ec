import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findCause } from '../../../../ops/local/servers/logs.ts';

const FULL = 'PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device';

it.each([
  [
    'a full disk, before lines about the shutdown',
    `LOG:  ready\n${FULL}\nLOG:  database system is shut down\n`,
    FULL,
  ],
  [
    'an error',
    'LOG:  ready\nFATAL:  could not create lock file\nLOG:  shut down\n',
    'FATAL:  could not create lock file',
  ],
  ['no error', 'LOG:  ready\nLOG:  shut down\n', 'LOG:  shut down'],
])('the cause of the end of a server is the line of its log about %s', (_what, log, cause) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'cause-'));
  const file = path.join(directory, 'postgres.log');
  writeFileSync(file, log);
  expect(findCause(file)).toBe(cause);
  rmSync(directory, { recursive: true });
});
