/**
 * Kinds of processes. Each takes the role `engine_<kind>` of the database, and `npm run migrate` makes it a login of its own where
 * `<KIND>_DATABASE_URL` is set. A new kind: its name here, its setting, and a migration that ensures the role.
 */
export const PROCESS_ROLES = [
  // The API: one organization at a time.
  'ingress',
  // Issuing, remitting, rendering: every organization, nothing that the way of a batch does not need.
  'worker',
  // `npm run engine -- org` and the other commands.
  'operator',
  // Backups and checks: every row, nothing to change.
  'reader',
  // What operators did in the dashboard, and nothing else.
  'dashboard',
  // `npm run engine -- retention`: what may be erased.
  'retention',
] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Roles that own functions which do more than their callers may. Nobody can be them. */
export const FUNCTION_OWNERS = [
  'engine_sessions',
  'engine_acts',
  'engine_render_batches',
  'engine_monitor',
  'engine_registrar',
] as const;

/** The setting with the address of the login of a kind of process. */
export function nameLoginVariable<R extends ProcessRole>(role: R): `${Uppercase<R>}_DATABASE_URL` {
  return `${role.toUpperCase() as Uppercase<R>}_DATABASE_URL`;
}
