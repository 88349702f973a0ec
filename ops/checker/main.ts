import { Command, InvalidArgumentError } from 'commander';
import { ConfigurationError, loadEnvironment } from '../../src/config/environment.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { explainDatabaseError } from '../cli/explain-database-error.ts';
import { buildTable } from './build-table.ts';
import { readAnswers } from './check-answers.ts';
import { checkInvariants } from './check-invariants.ts';
import { readRegisterLog } from './check-register.ts';

/* npm run check-invariants: proves that nothing was lost, doubled, forked or mixed up. */

type Options = {
  aeat?: string;
  api?: string;
  apiKey: string[];
  samples: number;
  answers?: string;
  log: string[];
};

/** Passwords of the settings: a log may hold none of them. */
const SECRET_SETTINGS = ['DASHBOARD_PASSWORD', 'BOOTSTRAP_API_KEY', 'CERTIFICATE_KEY'] as const;

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}

async function check(options: Options): Promise<boolean> {
  const environment = loadEnvironment(process.env);
  const { DATABASE_URL: url, REDIS_URL: redisUrl } = environment;
  await using database = await openDatabase({ url, applicationName: 'ibe-checker', maxConnections: 2 });
  const secrets = [
    ...SECRET_SETTINGS.map((name) => environment[name]),
    ...[url, redisUrl].map((address) => decodeURIComponent(new URL(address).password)),
  ];
  const verdicts = await checkInvariants(database.pool, {
    registerLog: options.aeat === undefined ? null : await readRegisterLog(options.aeat),
    answers: options.answers === undefined ? null : await readAnswers(options.answers),
    api:
      options.api === undefined
        ? null
        : { address: options.api, apiKeys: options.apiKey, samples: options.samples },
    logFiles: options.log,
    secrets: secrets.filter((secret): secret is string => secret !== undefined && secret !== ''),
  });
  console.log(buildTable(verdicts));
  return verdicts.every(({ broken }) => broken === 0);
}

const program = new Command('check-invariants')
  .description(
    'prove the invariants I1 to I10 over the database of DATABASE_URL; ends with code 1 and the places where one is broken',
  )
  .option(
    '--aeat <address>',
    'the stand-in for AEAT, whose log of records is compared, such as http://127.0.0.1:3002',
  )
  .option('--api <address>', 'the API: downloads PDFs and repeats requests, with the keys below')
  .option(
    '--api-key <key>',
    'an API key of an organization that is looked into through the API; repeatable',
    collect,
    [],
  )
  .option('--samples <count>', 'PDFs and requests per organization that are asked of the API', readCount, 50)
  .option(
    '--answers <file>',
    'the 201s that clients got, one JSON object {organizationId, key, body} per line',
  )
  .option('--log <file>', 'a log that may hold no secret; repeatable', collect, [])
  .showHelpAfterError()
  .action(async (options: Options) => {
    process.exitCode = (await check(options)) ? 0 : 1;
  });

try {
  await program.parseAsync();
} catch (error) {
  const told = error instanceof ConfigurationError;
  console.error((told ? undefined : explainDatabaseError(error)) ?? (error as Error).message);
  process.exitCode = 2;
}
