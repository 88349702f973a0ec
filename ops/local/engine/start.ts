import { hash } from 'node:crypto';
import { rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { readArguments } from '../../read-arguments.ts';
import { buildStandInStep } from './aeat-stand-in.ts';
import { SetupError } from '../boot/boot-report.js';
import { ConfigurationError } from '../../../src/platform/config/configuration-error.ts';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { buildLoginAddresses, completeEnvironment, isGiven, pickVariables } from './engine-environment.ts';
import { buildEngineSteps, buildMigrationStep, PROCESS_NAMES } from './engine.ts';
import { findClaimant, openClaims } from './claims.ts';
import { keepPorts, readKeptOpsPorts } from './kept-ports.ts';
import { pickOpsPorts } from './listening-port.ts';
import { LOCAL, ROOT } from '../boot/layout.ts';
import { holdProcessLock } from '../boot/process-lock.js';
import { loadSecrets } from './secrets.ts';
import { removeSettingsFiles, writeSettingsFiles } from './settings-files.ts';
import { sendSample } from '../sample/send-sample.ts';
import { buildServerSteps } from '../servers/servers.ts';
import { listenForShutdown, type Shutdown } from './shutdown.ts';
import { runSteps } from './step-list.ts';
import { describeData } from './data-place.ts';
import { buildServersSummary, buildSummary } from './summary.ts';

/*
 * `npm start`: runs the whole engine on one machine until a signal arrives. `boot.js` has installed
 * what was missing.
 */

/**
 * The file with which other commands (`npm run engine -- org`) find the servers of the running
 * engine.
 */
const ENVIRONMENT_FILE = path.join(LOCAL, 'environment');

/** Claims are held until this process ends. */
const claims = openClaims();
const startedAt = Number(process.env['LOCAL_STARTED_AT'] ?? Date.now());
const shutdown = listenForShutdown();
let isOurs = false;
try {
  const { values } = readArguments({
    options: {
      'no-sample': { type: 'boolean', default: false },
      'servers-only': { type: 'boolean', default: false },
    },
  });
  holdProcessLock(path.join(LOCAL, 'start.lock'), 'npm start');
  await refuseBesideAnother();
  isOurs = true;
  const start = values['servers-only'] ? startServers(shutdown) : startEngine(shutdown, !values['no-sample']);
  await Promise.race([start, shutdown.requested]);
  await shutdown.requested;
  writeDirectly('\nStopping; press Ctrl-C again to kill all processes');
} catch (error) {
  process.exitCode = 1;
  const lines = describeError(error).replaceAll('\n', error instanceof ConfigurationError ? '\n✖ ' : '\n');
  console.error(styleText('red', `\n✖ ${lines}`, { stream: process.stderr }));
}
await shutdown.stopAll();
// The file of another running engine stays.
if (isOurs) {
  rmSync(ENVIRONMENT_FILE, { force: true });
  removeSettingsFiles();
}
if (process.exitCode !== 1) writeDirectly('Stopped');
process.exit();

/**
 * Refuses to start beside an engine that still runs although its `.local`, including its lock, was
 * removed.
 */
async function refuseBesideAnother(): Promise<void> {
  const name = `start/${hash('sha256', ROOT)}`;
  if (await claims.take(name)) return;
  throw new SetupError(
    `npm start is still running here (process ${await findClaimant(name)}) with a .local that was removed`,
    'Stop it first: press Ctrl-C there.',
  );
}

/**
 * Writes to the terminal past the list of steps, which holds back other output and hides the cursor
 * while it is drawn.
 */
function writeDirectly(text: string): void {
  writeSync(process.stdout.fd, `${process.stdout.isTTY ? '\u001B[?25h' : ''}${text}\n`);
}

/**
 * Prepares secrets, settings and the steps that open the servers. `readVariables` contains their
 * addresses once they are open.
 */
async function prepareServers(stopper: Shutdown) {
  const { secrets, fresh } = await loadSecrets();
  const environment = await completeEnvironment(secrets, claims);
  const { variables, settings } = environment;
  const servers = buildServerSteps({
    directory: '',
    databaseUrl: isGiven('DATABASE_URL') ? settings.DATABASE_URL : undefined,
    redisUrl: isGiven('REDIS_URL') ? settings.REDIS_URL : undefined,
    logPrefix: '',
    secrets,
    resetPassword: fresh,
    throwaway: false,
    durable: true,
    onOpen: (server) => stopper.add('servers', server.process),
    report,
  });
  const readVariables = (): NodeJS.ProcessEnv => ({
    ...variables,
    // With an external PostgreSQL the settings name the logins.
    ...(servers.addresses.DATABASE_URL && buildLoginAddresses(servers.addresses.DATABASE_URL, secrets)),
    ...servers.addresses,
  });
  return { ...environment, secrets, steps: servers.steps, readVariables };
}

/**
 * `--servers-only`: starts PostgreSQL, with the schema, and Redis, but no process that accepts,
 * issues or sends. This is for a restore, and for other work before the engine starts. It creates
 * no organization for the API key, because a restore needs an empty database.
 */
async function startServers(stopper: Shutdown): Promise<void> {
  const { steps, readVariables } = await prepareServers(stopper);
  const withoutKey = () => ({ ...readVariables(), BOOTSTRAP_API_KEY: '', BOOTSTRAP_API_KEY_FILE: '' });
  const servers = steps.filter(({ title }) => title !== 'Chromium');
  await runSteps([...servers, buildMigrationStep(withoutKey)], { concurrent: true });
  await writeEnvironmentFile(readVariables());
  console.log(buildServersSummary(Date.now() - startedAt, describeData()));
}

async function startEngine(stopper: Shutdown, withSample: boolean): Promise<void> {
  const prepared = await prepareServers(stopper);
  const { secrets, variables, settings, standInPort, readVariables } = prepared;
  for (const remark of prepared.remarks) report(remark);

  const listening = [settings.PORT, settings.DASHBOARD_PORT, standInPort ?? 0];
  const opsPorts = await pickOpsPorts(PROCESS_NAMES, settings.OPS_PORT, {
    claims,
    kept: readKeptOpsPorts(settings.OPS_PORT),
    others: listening,
  });
  await keepPorts({
    PORT: settings.PORT,
    DASHBOARD_PORT: settings.DASHBOARD_PORT,
    ...(standInPort !== undefined && { AEAT_SANDBOX_PORT: standInPort }),
    OPS_PORT: settings.OPS_PORT,
    ...opsPorts,
  });
  const engine = buildEngineSteps(readVariables, opsPorts, stopper, report);
  const standIn =
    standInPort === undefined
      ? []
      : [buildStandInStep(standInPort, pickVariables(variables, 'aeat-sandbox'), stopper, report)];
  await runSteps([...prepared.steps, ...standIn, ...engine], { concurrent: true });
  await writeEnvironmentFile(readVariables());
  await writeSettingsFiles({
    migrate: pickVariables(readVariables(), 'migrate'),
    ...Object.fromEntries(
      PROCESS_NAMES.map((name) => [
        name,
        { ...pickVariables(readVariables(), name), OPS_PORT: String(opsPorts[name]) },
      ]),
    ),
  });
  const readyAt = Date.now();

  const sample = withSample
    ? await sendSample(settings, secrets, readOperatorUrl(readVariables()), report)
    : undefined;
  const times = { readyAfter: readyAt - startedAt, sampleTook: Date.now() - readyAt };
  console.log(buildSummary({ settings, standInPort, opsPorts, data: describeData(), sample, ...times }));
}

function readOperatorUrl(variables: NodeJS.ProcessEnv): string {
  const { OPERATOR_DATABASE_URL, DATABASE_URL } = loadEnvironment(variables);
  return OPERATOR_DATABASE_URL ?? DATABASE_URL;
}

/**
 * Writes the settings of commands: each role has its own login, and only a restore uses that of the
 * owner.
 */
async function writeEnvironmentFile(variables: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL, MIGRATIONS_DATABASE_URL = DATABASE_URL, ...rest } = loadEnvironment(variables);
  const {
    READER_DATABASE_URL,
    RETENTION_DATABASE_URL,
    REDIS_URL,
    AEAT_URL,
    AEAT_SEAL_URL,
    SPFE_TRANSPORT,
    SPFE_URL,
    SPFE_ENVIRONMENT,
    CERTIFICATE_KEY,
    CERTIFICATE_KEY_PREVIOUS,
  } = rest;
  const given = {
    DATABASE_URL: readOperatorUrl(variables),
    READER_DATABASE_URL,
    RETENTION_DATABASE_URL,
    MIGRATIONS_DATABASE_URL,
    REDIS_URL,
    // A correction may need to query AEAT's register first.
    AEAT_URL,
    AEAT_SEAL_URL,
    // Commands say whether invoices are sent.
    SPFE_TRANSPORT,
    SPFE_URL,
    SPFE_ENVIRONMENT,
    CERTIFICATE_KEY,
    CERTIFICATE_KEY_PREVIOUS,
  };
  const lines = Object.entries(given).flatMap(([name, value]) => (value ? [`${name}=${value}\n`] : []));
  await writeLasting(ENVIRONMENT_FILE, lines.join(''));
}

function report(message: string): void {
  console.log(styleText('yellow', `! ${message}`, { stream: process.stdout }));
}

/**
 * Describes an error of the machine or the settings in one line. Any other error is a bug and is
 * shown with its stack.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error instanceof SetupError || error instanceof ConfigurationError || 'code' in error;
  return isExpected ? error.message : (error.stack ?? error.message);
}
