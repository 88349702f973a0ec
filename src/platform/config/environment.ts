import { Type, type Static } from 'typebox';
import { Check } from 'typebox/schema';
import { collectTexts } from './secrets.ts';
import { ConfigurationError } from './configuration-error.ts';
import { findContradictions } from './contradictions.ts';
import { recordFiles } from './follow-secret.ts';
import { findEnvironmentFaults } from './production-rules.ts';
import { addFaults, readValues } from './read-values.ts';
import { SECRETS } from './secret-settings.ts';
import { SETTINGS } from './settings.ts';

/** The only reader of environment variables. */
export const Environment = Type.Object(SETTINGS);
export type Environment = Readonly<Static<typeof Environment>>;

/**
 * Returns whether the process runs in production. There each login may do no more than its process
 * requires.
 */
export function isProduction({ VERIFACTU_ENVIRONMENT: kind }: Environment): boolean {
  return kind === 'production';
}

/**
 * Finds further faults for one kind of process. Returns a line for each, which names the settings.
 */
export type FindFaults = (environment: Environment) => readonly string[];

/**
 * Reads and checks the settings once.
 * @param variables usually `process.env`; an empty value counts as unset.
 * @param findOwnFaults the rules of the calling process (`process-rules.ts`).
 * @returns the frozen settings.
 * @throws ConfigurationError with a line for every invalid variable that describes what it must be.
 *   It never contains a value.
 */
export function loadEnvironment(
  variables: NodeJS.ProcessEnv,
  findOwnFaults: FindFaults = () => [],
): Environment {
  const texts = collectTexts(variables, SECRETS);
  const { values, wrong } = readValues(Environment, variables, texts);
  const environment = values as Environment;
  const faults = addFaults(wrong, texts.unknown, [
    () => findEnvironmentFaults(environment, texts.given),
    () => findContradictions(environment),
    () => findOwnFaults(environment),
  ]);
  if (faults.length > 0 || !Check(Environment, environment)) throw new ConfigurationError(faults);
  recordFiles(environment, variables);
  return Object.freeze(environment);
}
