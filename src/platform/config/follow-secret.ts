import { locateSecret, readSecretFile, SECRETS } from './secrets.ts';
import { SETTING_RULES } from './setting-rules.ts';

/*
 * Secrets in files may change while processes run. To rotate a password, an operator writes the new one to the
 * file, keeps both valid for a while, and then ends the sessions of the old one. Every new connection therefore
 * reads the file again.
 */

const files = new WeakMap<object, ReadonlyMap<string, string>>();

/** Records which settings were read from which files. */
export function recordFiles(settings: object, variables: NodeJS.ProcessEnv): void {
  const sources = SECRETS.flatMap((name) => {
    const place = variables[`${name}_FILE`];
    return place ? [[name, locateSecret(place)] as const] : [];
  });
  files.set(settings, new Map<string, string>(sources));
}

/**
 * Follows a setting that may be read from a file.
 * @returns a function that returns the current value. If the file cannot be read or its content is invalid, it is
 * being written, and the last value is returned.
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
    if ('secret' in read && SETTING_RULES[name]?.(read.secret) === undefined) last = read.secret;
    return last;
  };
}
