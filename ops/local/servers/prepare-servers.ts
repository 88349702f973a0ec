import { SetupError } from '../boot/boot-report.js';
import { loadSecrets } from '../engine/secrets.ts';
import { findChromium } from './chromium.ts';
import { createFirstCluster } from './postgres.ts';

/*
 * What `npm start` would do first with PostgreSQL and Chromium, done while npm still installs the packages: `prepare.js` starts it. So neither this file nor
 * any that it imports may import a package.
 */

const SERVERS: Readonly<Record<string, () => Promise<unknown>>> = {
  postgres: () =>
    createFirstCluster(async () => {
      const { secrets } = await loadSecrets();
      return secrets.postgresPassword;
    }),
  chromium: findChromium,
};

// Whoever started it is gone. By itself the channel keeps no process open.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
try {
  await SERVERS[process.argv[2] ?? '']?.();
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof SetupError ? error.message : error);
}
