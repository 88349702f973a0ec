import path from 'node:path';
import { buildLoginAddresses } from '../../ops/local/engine/engine-environment.ts';
import type { Secrets } from '../../ops/local/engine/secrets.ts';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { OWNER } from '../../ops/local/servers/postgres-cluster.ts';
import { AEAT_PORT } from './engine-processes.ts';
import { POSTGRES, QUORUM } from './machines.ts';
import type { Ground } from './network/ground.ts';
import { POSTGRES_PORT } from './servers/patroni-settings.ts';
import { MASTER_NAME, SENTINEL_PORT } from './servers/redis-settings.ts';

/** A placeholder for the servers while a URL is composed, because a URL has only one host. */
const ONE_HOST = 'one-of-them';

/**
 * Builds the variables of the engine's processes and commands. They find PostgreSQL by its two
 * addresses and the master of Redis through the Sentinels.
 */
export function buildVariables(ground: Ground, secrets: Secrets, chromiumPath: string): NodeJS.ProcessEnv {
  const front = ground.addressOf('front');
  const owner = `postgres://${OWNER}:${secrets.postgresPassword}@${ONE_HOST}/${OWNER}?target_session_attrs=read-write`;
  const hosts = POSTGRES.map((machine) => `${ground.addressOf(machine)}:${POSTGRES_PORT}`).join(',');
  const sentinels = QUORUM.map((machine) => `${ground.addressOf(machine)}:${SENTINEL_PORT}`).join(',');
  const addresses = Object.entries({ DATABASE_URL: owner, ...buildLoginAddresses(owner, secrets) });
  return {
    ...Object.fromEntries(addresses.map(([name, address]) => [name, address?.replace(ONE_HOST, hosts)])),
    REDIS_URL: `redis+sentinel://:${secrets.redisPassword}@${sentinels}/${MASTER_NAME}`,
    AEAT_URL: `http://${ground.addressOf('aeat')}:${AEAT_PORT}`,
    AEAT_TIMEOUT_SECONDS: '10',
    CHROMIUM_PATH: chromiumPath,
    CERTIFICATE_KEY: secrets.certificateKey,
    DASHBOARD_PASSWORD: secrets.dashboardPassword,
    BOOTSTRAP_API_KEY: secrets.apiKey,
    BOOTSTRAP_ORGANIZATION: 'Empresa Uno SL',
    TRUSTED_PROXIES: front,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache'),
    SESSION_RATE_LIMIT: '10000',
    READ_RATE_LIMIT: '100000',
  };
}
