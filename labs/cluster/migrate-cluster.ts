import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { pickVariables } from '../../ops/local/engine/engine-environment.ts';
import { buildLogPath, describeLog, rotateLog } from '../../ops/local/servers/logs.ts';

/**
 * Migrates the database to the schema of a version, as a release does.
 * @param root the directory of that version.
 */
export async function migrateCluster(variables: NodeJS.ProcessEnv, root: string): Promise<void> {
  const log = buildLogPath('cluster-migrate');
  rotateLog('cluster-migrate');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [path.join(root, 'src/cli/main.ts'), 'migrate'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...pickVariables(variables, 'migrate') },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new SetupError('The database could not be migrated', describeLog(log));
}
