import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Environment } from '../config/environment.ts';
import { VERSION } from '../config/software.ts';
import type { Connection } from '../postgres/database.ts';
import { endProcess, type ProcessKind, renewProcess } from './processes.ts';
import type { JobQueues } from '../jobs/job-queues.ts';
import { readRedisMark } from '../jobs/redis-mark.ts';
import type { Logger } from '../telemetry/logger.ts';
import { withinTime } from '../telemetry/within-time.ts';
import { describeSettings } from './describe-settings.ts';

const EVERY_MS = 10_000;
/**
 * The time limit for deleting the row at the end, in milliseconds. If the database does not answer,
 * the row expires a minute later.
 */
const END_PATIENCE_MS = 1500;

export type RegistrationOptions = {
  readonly environment: Environment;
  readonly role: ProcessKind;
  readonly connection: Connection;
  readonly jobQueues: Pick<JobQueues, 'connection' | 'prefix'>;
  readonly logger: Pick<Logger, 'debug'>;
};

/**
 * Registers this process in PostgreSQL, at once and every ten seconds, with its release and the
 * settings on which all processes must agree. Disposing of it deletes the row. While PostgreSQL is
 * unavailable, it tries again. While Redis is unavailable, it reports the last known mark.
 */
export function registerProcess({
  environment,
  role,
  connection,
  jobQueues,
  logger,
}: RegistrationOptions): AsyncDisposable {
  const id = randomUUID();
  const self = { role, host: hostname(), pid: process.pid, version: VERSION };
  let mark: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    try {
      mark = await readRedisMark(jobQueues).catch(() => mark);
      await renewProcess(connection, id, { ...self, settings: describeSettings(environment, role, mark) });
    } catch (error) {
      // An unavailable database is reported elsewhere.
      logger.debug({ err: error }, 'This process could not renew its entry in the database');
    }
    if (!isStopped) timer = setTimeout(renewNow, EVERY_MS).unref();
  }

  /** Renews the row after any renewal in progress. */
  function renewNow(): void {
    round = round.then(() => {
      clearTimeout(timer);
      return isStopped ? undefined : renew();
    });
  }

  let round = renew();
  // Redis is connected for the first time, or the connection leads to another server.
  jobQueues.connection.on('ready', renewNow);
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      jobQueues.connection.off('ready', renewNow);
      clearTimeout(timer);
      const end = round.then(() => endProcess(connection, id));
      await withinTime(end, END_PATIENCE_MS).catch((error: unknown) =>
        logger.debug({ err: error }, 'This process could not remove its entry from the database'),
      );
    },
  };
}
