import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { freePort } from '../../test/support/processes.ts';
import { type Account, openSdkClient, type SdkClient } from '../../test/faults/support/load.ts';
import { runCommand } from './run-command.ts';

const PASSWORDS =
  'POSTGRES INGRESS WORKER OPERATOR READER RETENTION DASHBOARD_DATABASE REDIS DASHBOARD'.split(' ');

/** The running compose project, as the steps use it. */
export type Stack = {
  readonly address: string;
  readonly accounts: readonly Account[];
  readonly clients: readonly SdkClient[];
  /** A directory that containers can read and write. */
  readonly shared: string;
  readonly docker: (args: readonly string[]) => Promise<string>;
  /** @param version the version of the images; default: the newer one. */
  readonly compose: (args: readonly string[], version?: string) => Promise<string>;
  /** Runs a command in a container of the service `operator`. */
  readonly operate: (
    args: readonly string[],
    version?: string,
  ) => Promise<{ code: number; out: string; err: string }>;
  readonly openClient: () => SdkClient;
  /** Lists the ids of the containers of a service. */
  readonly list: (service: string) => Promise<string[]>;
  /** Returns the complete output of a container. */
  readonly readLog: (container: string) => Promise<string>;
  /** Returns the process id of a container's first process on the host. */
  readonly findPid: (container: string) => Promise<number>;
};

/** The images by their tags, which differ only in their sources. */
export const VERSIONS = { older: 'older', newer: 'newer' } as const;

/**
 * Opens a compose project with its own passwords and ports. Its stand-in for AEAT keeps its records
 * and its version during the run, for the comparison at the end.
 * @param docker the path of the program.
 * @param env the variables with the address of its daemon.
 */
export async function openStack(docker: string, env: NodeJS.ProcessEnv, work: string): Promise<Stack> {
  const shared = path.join(work, 'shared');
  mkdirSync(path.join(shared, 'register'), { recursive: true });
  await runCommand('chown', ['-R', '1000:1000', shared]);
  const ports = { PORT: String(await freePort()), DASHBOARD_PORT: String(await freePort()) };
  const settings = {
    ...Object.fromEntries(PASSWORDS.map((name) => [`${name}_PASSWORD`, randomBytes(24).toString('hex')])),
    CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    COMPOSE_PROFILES: 'development',
    AEAT_URL: 'http://aeat-sandbox:3002',
    SESSION_RATE_LIMIT: '100000',
    READ_RATE_LIMIT: '1000000',
    ...ports,
  };
  const environment = path.join(work, 'environment');
  writeFileSync(
    environment,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const override = path.join(work, 'override.yml');
  writeFileSync(
    override,
    JSON.stringify({
      services: {
        'aeat-sandbox': {
          image: `invoice-batch-engine-api:${VERSIONS.newer}`,
          command: 'node packages/aeat-sandbox/src/main.ts --host 0.0.0.0 --state /register --wait 1'.split(
            ' ',
          ),
          volumes: [`${shared}/register:/register`],
        },
        operator: { volumes: [`${shared}:/shared`] },
      },
    }),
  );
  const files = ['--file', path.join(ROOT, 'docker-compose.yml'), '--file', override];
  const base = ['compose', '--project-directory', ROOT, ...files, '--env-file', environment, '--ansi=never'];
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}, codes: readonly number[] = [0]) =>
    runCommand(docker, args, { env: { ...env, ...more }, cwd: ROOT, codes });
  const accounts: Account[] = [];
  const clients: SdkClient[] = [];
  const address = `http://127.0.0.1:${ports.PORT}`;
  const stack: Stack = {
    address,
    accounts,
    clients,
    shared,
    docker: async (args) => (await run(args)).out.trim(),
    async compose(args, version = VERSIONS.newer) {
      try {
        return (await run([...base, ...args], { VERSION: version })).out.trim();
      } catch (error) {
        if (!args.includes('up')) throw error;
        const { out, err } = await run([...base, 'logs', '--no-color', '--tail', '30'], { VERSION: version });
        throw new Error(`${(error as Error).message}\nThe last lines of each container:\n${out}${err}`, {
          cause: error,
        });
      }
    },
    operate: (args, version = VERSIONS.newer) =>
      run(
        [...base, 'run', '-T', '--rm', '--no-deps', 'operator', 'node', ...args],
        { VERSION: version },
        [0, 1, 2],
      ),
    openClient() {
      const client = openSdkClient(address, accounts[clients.length % accounts.length]!);
      clients.push(client);
      return client;
    },
    list: async (service) =>
      (await stack.compose(['ps', '--all', '--quiet', service])).split('\n').filter(Boolean),
    async readLog(container) {
      const { out, err } = await run(['logs', container]);
      return `${out}\n${err}`;
    },
    findPid: async (container) =>
      Number(await stack.docker(['inspect', '--format', '{{.State.Pid}}', container])),
  };
  return stack;
}

/** Creates two organizations with the commands of the database's version. */
export async function createAccounts({ accounts, operate }: Stack): Promise<void> {
  const made = accounts as Account[];
  for (const name of ['Empresa Uno SL', 'Empresa Dos SL']) {
    const { out, err } = await operate(['src/cli/main.ts', 'org', 'create', name], VERSIONS.older);
    const [apiKey] = /org_live_\S+/.exec(out) ?? [];
    const [, id] = /^Organization (\d+)$/m.exec(out) ?? [];
    if (apiKey === undefined || id === undefined) throw new Error(`No organization was made: ${out}${err}`);
    made.push({ organizationId: Number(id), apiKey });
  }
}
