import path from 'node:path';
import { findChromium } from './chromium.ts';
import { isGiven } from './engine-environment.ts';
import { buildLogPath, rotateLog } from './logs.ts';
import { openPostgres, type LocalServer } from './postgres.ts';
import { openRedis } from './redis.ts';
import type { Secrets } from './secrets.ts';
import type { Steps } from './step-list.ts';

export type ServersOptions = {
  /** Where the servers keep their data, below `.local`. */
  readonly directory: string;
  /** What the names of their logs begin with. */
  readonly logPrefix: string;
  readonly secrets: Pick<Secrets, 'postgresPassword' | 'redisPassword'>;
  readonly resetPassword: boolean;
  readonly throwaway: boolean;
  /** Called as soon as a server runs. */
  readonly onOpen: (server: LocalServer & AsyncDisposable) => void;
  readonly report: (message: string) => void;
};

/** What the engine's processes need to know of the servers. */
export type ServerAddresses = { DATABASE_URL?: string; REDIS_URL?: string; CHROMIUM_PATH?: string };

/**
 * The steps that open PostgreSQL, Redis and Chromium. What the environment names already is used as it is, unless throwaway servers are
 * asked for.
 * @returns the steps, to be run side by side, and the addresses that they fill in.
 */
export function buildServerSteps(options: ServersOptions): { steps: Steps; addresses: ServerAddresses } {
  const addresses: ServerAddresses = {};
  const common = { throwaway: options.throwaway, report: options.report };
  const steps: Steps = [
    {
      title: 'PostgreSQL',
      async run(step) {
        if (!options.throwaway && isGiven('DATABASE_URL')) return step.title('PostgreSQL of DATABASE_URL');
        const server = await openPostgres({
          ...common,
          directory: path.join(options.directory, 'postgres'),
          password: options.secrets.postgresPassword,
          resetPassword: options.resetPassword,
          log: openLog(`${options.logPrefix}postgres`),
        });
        options.onOpen(server);
        addresses.DATABASE_URL = server.url;
        return step.title(server.description);
      },
    },
    {
      title: 'Redis',
      async run(step) {
        if (!options.throwaway && isGiven('REDIS_URL')) return step.title('Redis of REDIS_URL');
        const server = await openRedis({
          ...common,
          directory: path.join(options.directory, 'redis'),
          password: options.secrets.redisPassword,
          log: openLog(`${options.logPrefix}redis`),
        });
        options.onOpen(server);
        addresses.REDIS_URL = server.url;
        return step.title(server.description);
      },
    },
    {
      title: 'Chromium',
      async run(step) {
        const { program, version } = await findChromium();
        addresses.CHROMIUM_PATH = program;
        step.title(version);
      },
    },
  ];
  return { steps, addresses };
}

function openLog(name: string): string {
  rotateLog(name);
  return buildLogPath(name);
}
