import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeLasting } from '../../src/platform/files/durable-files.ts';
import { SetupError } from '../../ops/local/boot/boot-report.js';
import { LOCAL, ROOT } from '../../ops/local/boot/layout.ts';
import { buildSecrets, type Secrets } from '../../ops/local/engine/secrets.ts';
import type { Step, Steps } from '../../ops/local/engine/step-list.ts';
import { findChromium } from '../../ops/local/servers/chromium.ts';
import { findPostgres } from '../../ops/local/servers/postgres-binaries.ts';
import { findRedis } from '../../ops/local/servers/redis.ts';
import { type Cluster, ENVIRONMENT_FILE, findMaster, findPrimary, isReplicated } from './cluster.ts';
import { startEngine, startStandIn } from './engine-processes.ts';
import { buildVariables } from './engine-variables.ts';
import { POSTGRES, QUORUM, REDIS } from './machines.ts';
import { migrateCluster } from './migrate-cluster.ts';
import type { Ground } from './network/ground.ts';
import { fetchPackages } from './packages/fetch-packages.ts';
import { findPrograms, type Programs } from './packages/find-programs.ts';
import { prepareDatabase } from './prepare-database.ts';
import { POSTGRES_PORT } from './servers/patroni-settings.ts';
import { startBalancer } from './servers/start-balancer.ts';
import {
  type ServerInput,
  startEtcd,
  startPatroni,
  startRedis,
  startSentinel,
} from './servers/start-servers.ts';
import { startUnmanaged } from './servers/start-unmanaged.ts';
import type { ClusterProcess } from './start-process.ts';

/** The parts of a cluster that have been started so far. */
export type Opening = {
  /** The directory that contains the data of the machines. */
  readonly home: string;
  /** Complete when the steps have run. */
  readonly cluster: () => Cluster;
  readonly steps: Steps;
};

export type OpeningOptions = {
  /**
   * Whether Patroni, etcd and haproxy are fetched and started; otherwise a person promotes the
   * standby.
   */
  readonly withPatroni: boolean;
  readonly report: (message: string) => void;
  /** Is called with each process as soon as it runs. */
  readonly onStart: (started: ClusterProcess) => void;
};

const PATIENCE_MS = 120_000;
const PROGRAMS = 'Programs';
const DATABASE = 'PostgreSQL and a synchronous standby';
const SENTINEL = 'Redis, its replica and three Sentinels';
const BALANCER = 'haproxy';

/** Returns the steps that start a cluster. Its data are deleted when the next cluster starts. */
export function buildClusterSteps(ground: Ground, options: OpeningOptions): Opening {
  const { withPatroni, report, onStart } = options;
  const { account, outside } = findPostgres();
  const base = path.join(outside ?? LOCAL, 'cluster');
  const home = path.join(base, 'machines');
  const secrets = buildSecrets();
  const processes: ClusterProcess[] = [];
  const opened: { programs: Programs | null; variables: NodeJS.ProcessEnv } = {
    programs: null,
    variables: {},
  };
  const cluster = (): Cluster => ({ ground, secrets, home, processes, ...opened });
  const readInput = (): ServerInput => ({
    ground,
    programs: opened.programs!,
    redisServer: findRedis().program,
    home,
    account,
    secrets,
    report,
  });
  const start = async (started: readonly ClusterProcess[]) => {
    for (const each of started) {
      processes.push(each);
      onStart(each);
    }
    await Promise.all(started.map((each) => each.waitUntilReady()));
  };

  async function openPrograms(step: Step): Promise<void> {
    mkdirSync(base, { recursive: true });
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    if (!withPatroni)
      return step.title('Patroni, etcd and haproxy are not used: a person must promote the standby');
    step.progress('unpacking packages of this distribution below .local');
    const root = path.join(base, 'packages');
    await fetchPackages(root);
    opened.programs = findPrograms(root);
    writePatronictl(opened.programs, home);
    return step.title('Patroni, etcd, haproxy and PostgreSQL with pg_rewind');
  }

  async function openDatabase(step: Step): Promise<void> {
    if (withPatroni) {
      step.progress('starting three etcd servers');
      await start(QUORUM.map((machine) => startEtcd(readInput(), machine)));
      step.progress('starting Patroni on both machines');
      await start(POSTGRES.map((machine) => startPatroni(readInput(), machine)));
      await until(() => isReplicated({ ground }), 'a synchronous standby');
    } else {
      await startUnmanaged(readInput(), start);
    }
    const primary = withPatroni ? ((await findPrimary({ ground })) ?? POSTGRES[0]) : POSTGRES[0];
    const { postgresPassword } = secrets;
    await prepareDatabase(
      `${ground.addressOf(primary)}:${POSTGRES_PORT}`,
      postgresPassword,
      postgresPassword,
    );
  }

  async function openRedis(): Promise<void> {
    await start(REDIS.map((machine) => startRedis(readInput(), machine)));
    await start(QUORUM.map((machine) => startSentinel(readInput(), machine)));
    await until(async () => (await findMaster({ ground, secrets })) !== null, 'a master of Redis');
  }

  async function openEngine(step: Step): Promise<void> {
    const { program } = await findChromium();
    opened.variables = buildVariables(ground, secrets, program);
    step.progress('running migrations');
    await migrateCluster(opened.variables, ROOT);
    step.progress('starting processes');
    await start(startEngine({ ground, variables: opened.variables, home, report }));
    await writeEnvironmentFile(opened.variables, secrets);
  }

  const balancer = { title: BALANCER, needs: [PROGRAMS], run: () => start([startBalancer(readInput())]) };
  const steps: Steps = [
    { title: PROGRAMS, run: openPrograms },
    { title: DATABASE, needs: [PROGRAMS], run: openDatabase },
    { title: SENTINEL, needs: [PROGRAMS], run: openRedis },
    ...(withPatroni ? [balancer] : []),
    {
      title: 'The stand-in for AEAT',
      needs: [PROGRAMS],
      run: () => start([startStandIn({ ground, variables: {}, home, report })]),
    },
    {
      title: 'The engine: two ingresses, four workers, dashboard',
      needs: [DATABASE, SENTINEL],
      run: openEngine,
    },
  ];
  return { home, cluster, steps };
}

/**
 * For `npm run engine -- status`, `chains` and other commands, which read it from their
 * environment.
 */
async function writeEnvironmentFile(variables: NodeJS.ProcessEnv, secrets: Secrets): Promise<void> {
  const given = {
    DATABASE_URL: variables['OPERATOR_DATABASE_URL'],
    READER_DATABASE_URL: variables['READER_DATABASE_URL'],
    REDIS_URL: variables['REDIS_URL'],
    AEAT_URL: variables['AEAT_URL'],
    CERTIFICATE_KEY: secrets.certificateKey,
  };
  const lines = Object.entries(given).map(([name, value]) => `export ${name}='${value}'\n`);
  await writeLasting(ENVIRONMENT_FILE, lines.join(''));
}

/** Patroni's own command with its options. */
function writePatronictl(programs: Programs, home: string): void {
  const variables = ['LD_LIBRARY_PATH', 'PYTHONPATH', 'LC_ALL'].map(
    (name) => `export ${name}='${programs.environment[name]}'\n`,
  );
  const settings = path.join(home, POSTGRES[0], 'postgres', 'patroni.json');
  const command = `exec ${programs.python} ${programs.patronictl} -c '${settings}' "$@"`;
  writeFileSync(path.join(home, 'patronictl'), `#!/bin/sh\n${variables.join('')}${command}\n`, {
    mode: 0o755,
  });
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline)
      throw new SetupError(
        `Waited ${PATIENCE_MS / 1000} s for ${what}, which did not happen`,
        'See .local/logs/cluster-*.log',
      );
    await wait(200);
  }
}
