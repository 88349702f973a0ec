import { ConfigurationError } from './configuration-error.ts';
import { readSecretFile } from './read-secret-file.ts';
import { SECRETS } from './secrets.ts';

/**
 * What is set, with the secrets of files.
 * @throws ConfigurationError
 */
export function collectTexts(variables: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigurationError(`${name} and ${name}_FILE are both set`);
    const read = readSecretFile(file);
    if ('fault' in read) throw new ConfigurationError(`${name}_FILE ${read.fault}`);
    given[name] = read.secret;
  }
  return given;
}
