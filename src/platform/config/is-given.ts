import { collectTexts } from './secrets.ts';
import { SECRETS } from './secret-settings.ts';

/**
 * Returns whether the variables set a setting: directly, or if it is a secret also in a file. A
 * setting whose source has a fault, also one of SECRETS_DIRECTORY, counts as set, so that whoever
 * reads the settings reports it.
 */
export function isGiven(name: string, variables: NodeJS.ProcessEnv): boolean {
  const { given, faults, unknown } = collectTexts(
    variables,
    SECRETS.filter((secret) => secret === name),
  );
  return given[name] !== undefined || faults.has(name) || unknown.has(name);
}
