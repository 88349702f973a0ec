import type { Rule, Secret } from './setting-types.ts';
import { SETTINGS } from './settings.ts';

type SecretName = {
  [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Secret ? Name : never;
}[keyof typeof SETTINGS];

/** The settings that may also be read from a file that `<NAME>_FILE` names. */
export const SECRETS = (Object.keys(SETTINGS) as SecretName[]).filter((name) => 'readers' in SETTINGS[name]);

/** Returns the fault of a setting's text that its schema cannot express, or undefined. */
export function findRuleFault(name: string, value: string): string | undefined {
  return (SETTINGS as Readonly<Record<string, { readonly rule?: Rule }>>)[name]?.rule?.(value);
}
