import path from 'node:path';
import { findChromium } from './chromium.ts';
import { buildLogPath, rotateLog } from './logs.ts';
import { CLUSTER_DIRECTORY, openPostgres, type LocalServer } from './postgres.ts';
import { isRedisAnswering, openRedis } from './redis.ts';
import { SetupError } from '../boot/boot-report.js';
import type { Secrets } from '../engine/secrets.ts';
import type { Steps } from '../engine/step-list.ts';

export type ServersOptions = {
  /** The directory for the data of the servers below `.local`. */
  readonly directory: string;
  /** The prefix of the names of their logs. */
  readonly logPrefix: string;
  /** The addresses of external servers that are used instead. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly secrets: Pick<Secrets, 'postgresPassword' | 'redisPassword'>;
  readonly resetPassword: boolean;
  /** Whether the servers are temporary. */
  readonly throwaway: boolean;
  /** Whether acknowledged data is on disk. */
  readonly durable: boolean;
  /** Called as soon as a server runs. */
  readonly onOpen: (server: LocalServer & AsyncDisposable) => void;
  readonly report: (message: string) => void;
};

/** The addresses of the servers that the engine's processes need. */
export type ServerAddresses = { DATABASE_URL?: string; REDIS_URL?: string; CHROMIUM_PATH?: string };

/**
 * Builds the steps that open PostgreSQL, Redis and Chromium.
 * @returns the steps, which may run concurrently, and the addresses, which they fill in.
 */
export function buildServerSteps(options: ServersOptions): { steps: Steps; addresses: ServerAddresses } {
  const addresses: ServerAddresses = {};
  const { throwaway, durable, report } = options;
  const common = { throwaway, durable, report };
  const steps: Steps = [
    {
      title: 'PostgreSQL',
      async run(step) {
        if (options.databaseUrl !== undefined) return step.title('PostgreSQL of DATABASE_URL');
        const server = await openPostgres({
          ...common,
          directory: path.join(options.directory, CLUSTER_DIRECTORY),
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
        if (options.redisUrl !== undefined) {
          await checkRedis(options.redisUrl);
          return step.title('Redis of REDIS_URL');
        }
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

async function checkRedis(url: string): Promise<void> {
  if (await isRedisAnswering(url)) return;
  throw new SetupError(
    'The Redis of REDIS_URL does not answer',
    'Start it, or unset REDIS_URL to use a Redis that this project starts.',
  );
}

function openLog(name: string): string {
  rotateLog(name);
  return buildLogPath(name);
}
