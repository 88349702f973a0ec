import path from 'node:path';
import { loadEnvironment, type Environment } from '../../../src/platform/config/environment.ts';
import { WORKER_DUTIES } from '../../../src/contracts/codes.ts';
import { SECRETS } from '../../../src/platform/config/secret-settings.ts';
import { SETTINGS } from '../../../src/platform/config/settings.ts';
import { nameLoginVariable, PROCESS_ROLES } from '../../../src/platform/postgres/logins/process-roles.ts';
import { LOCAL } from '../boot/layout.ts';
import type { Claims } from './claims.ts';
import { readKeptPorts } from './kept-ports.ts';
import { type ListeningPort, pickListeningPort } from './listening-port.ts';
import type { Secrets } from './secrets.ts';

/** The settings after defaults, as `npm start` shows them on the terminal. */
export type LocalSettings = Environment & {
  readonly BOOTSTRAP_API_KEY: string;
  readonly DASHBOARD_PASSWORD: string;
};

/** Returns whether the environment sets a variable, directly or as `…_FILE`. */
export function isGiven(variable: string): boolean {
  return Boolean(process.env[variable] || process.env[`${variable}_FILE`]);
}

/** Returns whether a process of `npm start` receives a secret. */
function receives(name: string, secret: (typeof SECRETS)[number]): boolean {
  const parts: readonly string[] = name === 'worker' ? WORKER_DUTIES : [name];
  return SETTINGS[secret].readers.some((reader) => parts.includes(reader));
}

/**
 * Picks the variables for a process: only the secrets that it reads, and the address of its own
 * login, if it has one, as DATABASE_URL.
 * @param name the name of the process.
 */
export function pickVariables(variables: NodeJS.ProcessEnv, name: string): NodeJS.ProcessEnv {
  const withFiles = (variable: string) => [variable, `${variable}_FILE`] as const;
  const others = SECRETS.filter((secret) => !receives(name, secret));
  const hidden = new Set<string>(others.flatMap(withFiles));
  const picked = Object.fromEntries(Object.entries(variables).filter(([variable]) => !hidden.has(variable)));
  const role = PROCESS_ROLES.find((candidate) => candidate === name);
  if (role === undefined) return picked;
  const [own, ownFile] = withFiles(nameLoginVariable(role)).map((variable) => variables[variable]);
  if (own) return { ...picked, DATABASE_URL: own, DATABASE_URL_FILE: '' };
  return ownFile ? { ...picked, DATABASE_URL: '', DATABASE_URL_FILE: ownFile } : picked;
}

/**
 * Builds the addresses of the processes' logins in this project's own PostgreSQL; `npm run migrate`
 * creates the logins.
 * @param owner the address of the login that owns the database.
 */
export function buildLoginAddresses(owner: string, secrets: Secrets): NodeJS.ProcessEnv {
  return Object.fromEntries(
    PROCESS_ROLES.map((role) => {
      const url = new URL(owner);
      url.username = `engine_${role}_login`;
      url.password = secrets[`${role}DatabasePassword`];
      return [nameLoginVariable(role), url.href];
    }),
  );
}

/**
 * Completes the environment with ports and secrets, and checks all of it before anything starts.
 * @returns the variables for the engine's processes, how they are read, and remarks for the
 *   terminal.
 * @throws ConfigurationError for a wrong variable, SetupError for a port in use.
 */
export async function completeEnvironment(
  secrets: Secrets,
  claims: Claims,
): Promise<{
  variables: NodeJS.ProcessEnv;
  settings: LocalSettings;
  /** The port for the stand-in for AEAT; undefined if AEAT_URL names another service. */
  standInPort: number | undefined;
  remarks: string[];
}> {
  const fallbacks = {
    // A placeholder until the server runs.
    DATABASE_URL: 'postgres://embedded/embedded',
    BOOTSTRAP_API_KEY: secrets.apiKey,
    BOOTSTRAP_ORGANIZATION: 'Demo',
    DASHBOARD_PASSWORD: secrets.dashboardPassword,
    CERTIFICATE_KEY: secrets.certificateKey,
    // Contains the logs, Redis and, except for root, PostgreSQL.
    WATCHED_DIRECTORIES: LOCAL,
    // Whoever tries the engine on this machine sends first requests from the reference.
    DOCS: 'true',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache'),
  };
  const missing = Object.entries(fallbacks).filter(([name]) => !isGiven(name));
  const given = { ...process.env, ...Object.fromEntries(missing) };
  loadEnvironment(given, ({ SECRETS_DIRECTORY: directory }) =>
    directory === undefined
      ? []
      : ['SECRETS_DIRECTORY must not be set for npm start, which passes each process only its own secrets'],
  );
  const kept = readKeptPorts();
  const pick = (variable: ListeningPort, usual: number) =>
    pickListeningPort(variable, usual, { claims, kept: kept[variable] });
  const api = await pick('PORT', 3000);
  const dashboard = await pick('DASHBOARD_PORT', 3001);
  const standIn = isGiven('AEAT_URL') ? undefined : await pick('AEAT_SANDBOX_PORT', 3002);
  const variables = {
    ...given,
    PORT: String(api.port),
    DASHBOARD_PORT: String(dashboard.port),
    ...(standIn ? addressStandIn(standIn.port) : {}),
  };
  return {
    variables,
    settings: loadEnvironment(variables) as LocalSettings,
    standInPort: standIn?.port,
    remarks: [api.remark, dashboard.remark, standIn?.remark].filter((remark) => remark !== undefined),
  };
}

/** Names the services of the stand-in for AEAT, to which invoices go unless a transport is given. */
function addressStandIn(port: number): NodeJS.ProcessEnv {
  const address = `http://127.0.0.1:${port}`;
  return {
    AEAT_URL: address,
    ...(isGiven('SPFE_TRANSPORT') ? {} : { SPFE_TRANSPORT: 'sandbox' }),
    ...(isGiven('SPFE_URL') ? {} : { SPFE_URL: `${address}/spfe` }),
  };
}
