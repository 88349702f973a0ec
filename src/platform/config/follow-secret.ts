import { readSecretFile, SECRETS } from './secrets.ts';
import { SETTING_RULES } from './setting-rules.ts';

/*
 * Secrets of files are changed while processes run: whoever rotates a password writes the new one into the file, lets both be right for a while, and
 * ends the sessions of the old one. So who connects reads the file again.
 */

const files = new WeakMap<object, ReadonlyMap<string, string>>();

/** Notes which settings came from which files. */
export function recordFiles(settings: object, variables: NodeJS.ProcessEnv): void {
  const sources = SECRETS.flatMap((name) => {
    const file = variables[`${name}_FILE`];
    return file ? [[name, file] as const] : [];
  });
  files.set(settings, new Map<string, string>(sources));
}

/**
 * Follows a setting that may come from a file.
 * @returns what gives its value now. A file that cannot be read, or holds what the setting cannot be, is being written: the last value counts.
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
