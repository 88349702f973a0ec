import { findSecretSource, readSecretFile } from './secrets.ts';
import { findRuleFault, SECRETS } from './secret-settings.ts';

/*
 * Secrets in files may change while processes run. To rotate a password, an operator writes the new
 * one to the file, keeps both valid for a while, and then ends the sessions of the old one. Every
 * new connection therefore reads the file again.
 */

const files = new WeakMap<object, ReadonlyMap<string, string>>();

/** Records which settings were read from which files. */
export function recordFiles(settings: object, variables: NodeJS.ProcessEnv): void {
  const sources = SECRETS.flatMap((name) => {
    const place = findSecretSource(name, variables);
    return place ? [[name, place.file] as const] : [];
  });
  files.set(settings, new Map<string, string>(sources));
}

/**
 * Follows a setting that may be read from a file.
 * @returns a function that returns the current value. If the file cannot be read or its content is
 *   invalid, it is being written, and the last value is returned.
 */
export function followSecret<N extends string>(
  settings: { readonly [K in N]: string },
  name: N,
): () => string {
  let last: string = settings[name];
  const file = files.get(settings)?.get(name);
  if (file === undefined) return () => last;
  return () => {
    const read = readSecretFile(file);
    if ('secret' in read && findRuleFault(name, read.secret) === undefined) last = read.secret;
    return last;
  };
}
