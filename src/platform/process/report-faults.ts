import { hostname } from 'node:os';
import { DEFAULT_PREFIX } from '../jobs/keys.ts';
import { recordFaults } from '../jobs/process-faults.ts';
import type { Readiness } from '../telemetry/ops-server.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { InstallationWatch } from './installation-watch.ts';

const EVERY_MS = 10_000;
/**
 * A process is not ready in its first seconds, and while a server restarts. Only a fault that lasts
 * longer is reported.
 */
const LASTING_MS = 20_000;

/**
 * Reports to the operations page why this process is not ready, and further faults, until it is
 * disposed of.
 * @param readOthers returns faults that do not make the process unready, by name; they are reported
 *   at once.
 */
export function reportFaults(
  {
    installation,
    logger,
    prefix = DEFAULT_PREFIX,
  }: {
    readonly installation: InstallationWatch;
    readonly logger: Pick<Logger, 'debug'>;
    readonly prefix?: string;
  },
  role: string,
  isReady: () => Promise<Readiness>,
  readOthers: () => Readonly<Record<string, string>> = () => ({}),
): Disposable {
  const self = { role, host: hostname(), pid: process.pid };
  let unreadySince: number | null = null;
  let isTold = false;

  async function look(): Promise<void> {
    const { ready, checks } = await isReady();
    const now = Date.now();
    unreadySince = ready ? null : (unreadySince ?? now);
    const isLasting = unreadySince !== null && now - unreadySince >= LASTING_MS;
    const wrong = Object.entries(checks).filter(([, state]) => isLasting && state !== 'ok');
    const faults = { ...Object.fromEntries(wrong), ...readOthers() };
    const connection = installation.connectionForFaults();
    if (connection === null || (!isTold && Object.keys(faults).length === 0)) return;
    await recordFaults(connection, prefix, { ...self, since: unreadySince ?? now, faults });
    isTold = Object.keys(faults).length > 0;
  }

  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      logger.debug({ err: error }, 'The faults of this process could not be reported'),
    );
  }, EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
