import { readSecretFile } from './read-secret-file.ts';
import { SECRETS } from './secrets.ts';

export type Texts = {
  /** What is set, with the secrets of files. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** By the name of the setting, what is wrong with where it comes from: a line each. */
  readonly faults: ReadonlyMap<string, string>;
};

/** Collects what is set, with the secrets of files. */
export function collectTexts(variables: NodeJS.ProcessEnv): Texts {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const faults = new Map<string, string>();
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    const read = given[name] === undefined ? readSecretFile(file) : null;
    if (read === null) faults.set(name, `${name} and ${name}_FILE are both set`);
    else if ('fault' in read) faults.set(name, `${name}_FILE ${read.fault}`);
    else given[name] = read.secret;
  }
  return { given, faults };
}
