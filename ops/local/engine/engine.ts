import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { pickVariables } from './engine-environment.ts';
import { isReady, startEngineProcess } from './engine-process.ts';
import { ROOT } from '../boot/layout.ts';
import { buildLogPath, describeLog, rotateLog } from '../servers/logs.ts';
import type { Shutdown } from './shutdown.ts';
import type { Steps } from './step-list.ts';

const PROCESSES = [
  { name: 'ingress', script: 'src/server.ts', stage: 'front', needs: ['Migrate the database', 'Redis'] },
  {
    name: 'worker',
    script: 'workers/main.ts',
    stage: 'work',
    needs: ['Migrate the database', 'Redis', 'Chromium'],
  },
  {
    name: 'dashboard',
    script: 'src/dashboard.ts',
    stage: 'front',
    needs: ['Migrate the database', 'Redis'],
  },
] as const;
/** The names of the processes in the order of their operations ports. */
export const PROCESS_NAMES = PROCESSES.map(({ name }) => name);
export type OpsPorts = Readonly<Record<(typeof PROCESSES)[number]['name'], number>>;

/** Migrates the database in a separate process, as a release does. */
async function migrateDatabase(environment: NodeJS.ProcessEnv): Promise<void> {
  const log = buildLogPath('migrate');
  rotateLog('migrate');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [path.join(ROOT, 'src/cli/main.ts'), 'migrate'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new SetupError('The database could not be migrated', describeLog(log));
}

/** Builds the step that migrates the database. */
export function buildMigrationStep(readEnvironment: () => NodeJS.ProcessEnv): Steps[number] {
  return {
    title: 'Migrate the database',
    needs: ['PostgreSQL'],
    run: () => migrateDatabase(pickVariables(readEnvironment(), 'migrate')),
  };
}

/**
 * Builds the steps that migrate the database and start ingress, worker and dashboard, after the
 * steps of the servers.
 * @param readEnvironment called when a step begins, when the addresses of the servers are known.
 */
export function buildEngineSteps(
  readEnvironment: () => NodeJS.ProcessEnv,
  opsPorts: OpsPorts,
  shutdown: Shutdown,
  report: (message: string) => void,
): Steps {
  const processes = PROCESSES.map(({ name, script, stage, needs }) => ({
    title: name,
    needs,
    async run() {
      const opsPort = opsPorts[name];
      const supervised = startEngineProcess({
        name,
        script,
        environment: pickVariables(readEnvironment(), name),
        opsPort,
        report,
      });
      shutdown.add(stage, supervised);
      await supervised.waitUntilReady(() => isReady(opsPort, supervised.pid));
    },
  }));
  return [buildMigrationStep(readEnvironment), ...processes];
}
