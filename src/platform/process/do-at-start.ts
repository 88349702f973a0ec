import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';

const AGAIN_MS = 2000;

/**
 * Does work of a starting process as soon as the database answers and is migrated. Repeats it until
 * it succeeds or the process ends.
 * @param failed what the log says of a failure. Each reason for a delay is logged once.
 */
export async function doAtStart(
  { logger, resources }: { readonly logger: Logger; readonly resources: { readonly disposed: boolean } },
  failed: string,
  work: () => Promise<void>,
): Promise<void> {
  let logged = '';
  while (!resources.disposed) {
    try {
      return await work();
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged) logger.warn({ err: error }, failed);
      logged = message;
      await wait(AGAIN_MS, undefined, { ref: false });
    }
  }
}
