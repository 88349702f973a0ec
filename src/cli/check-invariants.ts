import { Command, InvalidArgumentError } from 'commander';
import { type Environment } from '../platform/config/environment.ts';
import { firstAddress } from '../platform/addresses/server-addresses.ts';
import { SECRETS } from '../platform/config/secret-settings.ts';
import { buildTable } from '../checker/build-table.ts';
import { readAnswers } from '../checker/check-answers.ts';
import { checkInvariants } from '../checker/check-invariants.ts';
import { readBook } from '../checker/check-book.ts';
import { readSpfe } from '../checker/check-spfe-book.ts';
import { readRegisterLog } from '../checker/check-register.ts';
import { isBroken } from '../checker/invariant.ts';
import { readId, withRole } from './command-context.ts';
import { recordCheck } from './record-check.ts';
import { print } from './print.ts';

/*
 * npm run engine -- check-invariants: proves that no invoice was lost, duplicated, forked or mixed
 * up with another.
 */

/** The exit code if the check could not be made; 1 means that an invariant is broken. */
export const failureCode = 2;

type Options = {
  /** true if the option has no address: that of the settings is used. */
  aeat?: string | true;
  api?: string;
  apiKey: string[];
  samples: number;
  answers?: string;
  log: string[];
};

/**
 * Lists the values of the settings that a log must not contain: secrets, and the passwords in
 * addresses.
 */
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
  // Without its counterpart an option would check nothing, and its invariants would appear to hold.
  if (options.api !== undefined && options.apiKey.length === 0) throw new Error('--api needs an --api-key');
  if (options.api === undefined && options.apiKey.length > 0) throw new Error('--api-key needs --api');
  const verdicts = await withRole('reader', async ({ pool, orm }, environment) => {
    const aeat = options.aeat === true ? environment.AEAT_URL : (options.aeat ?? null);
    const found = await checkInvariants(pool, {
      registerLog: aeat === null ? null : await readRegisterLog(aeat),
      book: aeat === null ? null : await readBook(aeat),
      spfe: aeat === null ? null : await readSpfe(aeat),
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
    'prove the invariants I1 to I11 over the database of READER_DATABASE_URL or DATABASE_URL; ends with code 1 and the places where an invariant is broken. Unfinished work, such as records that AEAT has not answered, is reported and breaks no invariant',
  )
  .option(
    '--aeat [address]',
    'compare with the record log, the books and the SPFE of the stand-in for AEAT; without an address, of the one at AEAT_URL, which npm start writes to .local/environment',
    readAddress,
  )
  .option(
    '--api <address>',
    'download PDFs from this API and repeat requests, with the API keys',
    readAddress,
  )
  .option(
    '--api-key <key>',
    'the API key of an organization to check through the API; repeatable',
    collect,
    [],
  )
  .option(
    '--samples <count>',
    'number of PDFs and requests per organization to check through the API',
    readId,
    50,
  )
  .option(
    '--answers <file>',
    'the 201 responses that clients received, one JSON object {organizationId, key, body} per line; body is the response as a string',
  )
  .option('--log <file>', 'a log file to search for secrets; repeatable', collect, [])
  .action(async (options: Options) => {
    process.exitCode = (await check(options)) ? 0 : 1;
  });
