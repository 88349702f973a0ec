import { loadEnvironment } from './config/environment.ts';
import { openDashboard } from './dashboard/open-dashboard.ts';
import { runProcess } from './telemetry/run-process.ts';

/*
 * The settings of all processes ask for a database. The dashboard has no business there, and is never given its address.
 */
const NO_DATABASE = { DATABASE_URL: 'postgres://unused/unused', DATABASE_URL_FILE: '' };

await runProcess({
  name: 'dashboard',
  loadEnvironment: () => loadEnvironment({ ...process.env, ...NO_DATABASE }),
  open: openDashboard,
});
