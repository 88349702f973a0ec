import { showNothing } from './show-operations.ts';

/* Pages without data. */

export const NO_DATABASE = showNothing(
  'Nothing is known here',
  'This dashboard has no database: DATABASE_URL is not set for it. Jobs are shown all the same.',
  'set DATABASE_URL of the dashboard to the login that npm run migrate makes of DASHBOARD_DATABASE_URL, and start it anew',
  false,
);

export const NO_ANSWER = showNothing(
  'The database does not answer',
  'Nothing can be told, and nothing is accepted, issued or sent before it is back. This page goes on by itself then.',
  'start PostgreSQL, or mend the way to it (DATABASE_URL); /readyz of each process says what is wrong',
  true,
);
