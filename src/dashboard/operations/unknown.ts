import { showNothing } from './show-operations.ts';

/* Pages without data. */

export const NO_DATABASE = showNothing(
  'The state of the engine is unknown',
  'This dashboard has no database, because DATABASE_URL is not set. It shows only the jobs.',
  'set DATABASE_URL of the dashboard to the login that npm run migrate creates from DASHBOARD_DATABASE_URL, and restart the dashboard',
  false,
);

export const NO_ANSWER = showNothing(
  'The database does not answer',
  'The state of the engine is unknown. Nothing is accepted, issued or sent until the database is available again. This page then updates itself.',
  'start PostgreSQL, or repair the connection to it (DATABASE_URL); /readyz of each process shows the cause',
  true,
);
