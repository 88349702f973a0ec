import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Environment } from '../config/environment.ts';
import { VERSION } from '../config/software.ts';
import type { Connection } from '../postgres/database.ts';
import { endProcess, type ProcessKind, renewProcess } from './processes.ts';
import type { Hints } from '../jobs/hints.ts';
import { readRedisMark } from '../jobs/redis-mark.ts';
import type { Logger } from '../telemetry/logger.ts';
import { withinTime } from '../telemetry/within-time.ts';
import { describeSettings } from './describe-settings.ts';

const EVERY_MS = 10_000;
/** For the end of a process whose database does not answer: the row is out of date a minute later. */
const END_PATIENCE_MS = 1500;

export type RegistrationOptions = {
  readonly environment: Environment;
  readonly role: ProcessKind;
  readonly connection: Connection;
  readonly hints: Pick<Hints, 'connection' | 'prefix'>;
  readonly logger: Pick<Logger, 'debug'>;
};

/**
 * Writes into PostgreSQL at once and every ten seconds that this process runs, of which release, and what it tells of the settings that all must agree on, until it is disposed of, which removes its row.
 * While a server is away it tries again; a Redis that is away is still the one that it was.
 */
export function registerProcess({
  environment,
  role,
  connection,
  hints,
  logger,
}: RegistrationOptions): AsyncDisposable {
  const id = randomUUID();
  const self = { role, host: hostname(), pid: process.pid, version: VERSION };
  let mark: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function renew(): Promise<void> {
    try {
      mark = await readRedisMark(hints).catch(() => mark);
      await renewProcess(connection, id, { ...self, told: describeSettings(environment, role, mark) });
    } catch (error) {
      // That the database is away is told elsewhere.
      logger.debug({ err: error }, 'That this process runs could not be written down');
    }
    if (!isStopped) timer = setTimeout(renewNow, EVERY_MS).unref();
  }

  /** After the renewal that may be under way. */
  function renewNow(): void {
    round = round.then(() => {
      clearTimeout(timer);
      return isStopped ? undefined : renew();
    });
  }

  let round = renew();
  // It is connected for the first time, or to another one than before.
  hints.connection.on('ready', renewNow);
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      hints.connection.off('ready', renewNow);
      clearTimeout(timer);
      const end = round.then(() => endProcess(connection, id));
      await withinTime(end, END_PATIENCE_MS).catch((error: unknown) =>
        logger.debug({ err: error }, 'That this process ends could not be written down'),
      );
    },
  };
}
