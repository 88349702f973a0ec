import { SetupError } from '../boot/boot-report.js';
import { loadSecrets } from '../engine/secrets.ts';
import { findChromium } from './chromium.ts';
import { createFirstCluster } from './postgres.ts';

/*
 * Does the first work of `npm start` with PostgreSQL and Chromium while npm still installs the
 * packages. `prepare.js` starts it. Neither this file nor its imports may import a package.
 */

const SERVERS: Readonly<Record<string, () => Promise<unknown>>> = {
  postgres: () =>
    createFirstCluster(async () => {
      const { secrets } = await loadSecrets();
      return secrets.postgresPassword;
    }),
  chromium: findChromium,
};

// The parent process died. The open channel alone does not keep this process alive.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
try {
  await SERVERS[process.argv[2] ?? '']?.();
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof SetupError ? error.message : error);
}
