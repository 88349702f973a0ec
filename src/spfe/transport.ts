import type { Environment } from '../platform/config/environment.ts';
import { readSpfeSettings } from '../platform/config/spfe-settings.ts';

/** Returns whether the engine has a connection to the SPFE. Without one nothing leaves it. */
export function hasSpfeTransport(environment: Environment): boolean {
  return readSpfeSettings(environment).transport !== 'none';
}
