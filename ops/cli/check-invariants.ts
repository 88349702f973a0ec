import { Command, InvalidArgumentError } from 'commander';
import { type Environment } from '../../src/platform/config/environment.ts';
import { firstAddress } from '../../src/contracts/server-addresses.ts';
import { SECRETS } from '../../src/platform/config/secrets.ts';
import { buildTable } from '../checker/build-table.ts';
import { readAnswers } from '../checker/check-answers.ts';
import { checkInvariants } from '../checker/check-invariants.ts';
import { readRegisterLog } from '../checker/check-register.ts';
import { isBroken } from '../checker/invariant.ts';
import { readId, withRole } from './command-context.ts';
import { recordCheck } from './record-check.ts';
import { print } from './print.ts';

/* npm run check-invariants: proves that nothing was lost, doubled, forked or mixed up. */

/** The code of the process where the check could not be made: 1 says that an invariant is broken. */
export const failureCode = 2;

type Options = {
  /** true: without an address, that of the settings. */
  aeat?: string | true;
  api?: string;
  apiKey: string[];
  samples: number;
  answers?: string;
  log: string[];
};

/** What a log may not hold of the settings: secrets, and of an address its password. */
function listSecrets(environment: Environment): string[] {
  return SECRETS.flatMap((name) => {
    const value = environment[name];
    const secret =
      value && name.endsWith('_URL') ? decodeURIComponent(new URL(firstAddress(value)).password) : value;
    return secret ? [secret] : [];
  });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function readAddress(text: string): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (!/^https?:$/.test(protocol))
    throw new InvalidArgumentError('It must be an http:// or https:// address.');
  return text;
}

async function check(options: Options): Promise<boolean> {
  // What is asked for and cannot be looked into would hold.
  if (options.api !== undefined && options.apiKey.length === 0) throw new Error('--api needs an --api-key');
  if (options.api === undefined && options.apiKey.length > 0) throw new Error('--api-key needs --api');
  const verdicts = await withRole('reader', async ({ pool, orm }, environment) => {
    const found = await checkInvariants(pool, {
      registerLog:
        options.aeat === undefined
          ? null
          : await readRegisterLog(options.aeat === true ? environment.AEAT_URL : options.aeat),
      answers: options.answers === undefined ? null : await readAnswers(options.answers),
      api:
        options.api === undefined
          ? null
          : { address: options.api, apiKeys: options.apiKey, samples: options.samples },
      logFiles: options.log,
      secrets: listSecrets(environment),
    });
    const broken = found.filter(isBroken).reduce((sum, verdict) => sum + verdict.broken, 0);
    await recordCheck(orm, 'database.check', { invariants: found.length, broken });
    return found;
  });
  await print(buildTable(verdicts));
  return !verdicts.some(isBroken);
}

export const command = new Command('check-invariants')
  .description(
    'prove the invariants I1 to I11 over the database of READER_DATABASE_URL or DATABASE_URL; ends with code 1 and the places where one is broken; what waits for work, such as records that AEAT has not answered, is told and breaks none',
  )
  .option(
    '--aeat [address]',
    'the stand-in for AEAT, whose log of records is compared; without an address that of AEAT_URL, which npm start writes to .local/environment',
    readAddress,
  )
  .option('--api <address>', 'the API: downloads PDFs and repeats requests, with the keys below', readAddress)
  .option(
    '--api-key <key>',
    'an API key of an organization that is looked into through the API; repeatable',
    collect,
    [],
  )
  .option('--samples <count>', 'PDFs and requests per organization that are asked of the API', readId, 50)
  .option(
    '--answers <file>',
    'the 201s that clients got, one JSON object {organizationId, key, body} per line; body is the answer as a string',
  )
  .option('--log <file>', 'a log that may hold no secret; repeatable', collect, [])
  .action(async (options: Options) => {
    process.exitCode = (await check(options)) ? 0 : 1;
  });
