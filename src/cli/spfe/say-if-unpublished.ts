import type { Environment } from '../../platform/config/environment.ts';
import { sayUnpublished } from '../../spfe/read-status.ts';
import { print } from '../print.ts';

/**
 * Prints that nothing has been sent, unless the settings have a transport to the SPFE.
 * @returns whether it was printed.
 */
export async function sayIfUnpublished(environment: Environment): Promise<boolean> {
  const told = sayUnpublished(environment, 'en');
  if (told !== null) await print(told);
  return told !== null;
}
