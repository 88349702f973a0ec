import { ConfigurationError } from '#src/platform/config/configuration-error.ts';
import { loadEnvironment } from '#src/platform/config/environment.ts';

/** Returns the faults of settings, a line each; `accepted` if there are none. */
export function explain(variables: NodeJS.ProcessEnv): string {
  try {
    loadEnvironment(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}
