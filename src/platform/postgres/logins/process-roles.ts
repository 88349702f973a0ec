/**
 * The kinds of processes. Each takes the database role `engine_<kind>`. `npm run migrate` creates a
 * login for it if `<KIND>_DATABASE_URL` is set. A new kind needs its name here, its setting, and a
 * migration that creates the role.
 */
export const PROCESS_ROLES = [
  // The API: one organization at a time.
  'ingress',
  // Issuing, submitting and rendering: all organizations, but only what processing a batch
  // requires.
  'worker',
  // `npm run engine -- org` and the other commands.
  'operator',
  // Backups and checks: reads every row and changes nothing.
  'reader',
  // The log of operators' actions in the dashboard, and nothing else.
  'dashboard',
  // `npm run engine -- retention`: the data that may be erased.
  'retention',
] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Roles that own functions with more rights than their callers. No login has them. */
export const FUNCTION_OWNERS = [
  'engine_sessions',
  'engine_acts',
  'engine_render_batches',
  'engine_monitor',
  'engine_registrar',
] as const;

/** Every role that migrations/0001-roles-and-guards.sql creates. */
export const ENGINE_ROLES: readonly string[] = [
  ...PROCESS_ROLES.map((role) => `engine_${role}`),
  ...FUNCTION_OWNERS,
];

/** Returns the name of the setting that holds the address, with login, of a kind of process. */
export function nameLoginVariable<R extends ProcessRole>(role: R): `${Uppercase<R>}_DATABASE_URL` {
  return `${role.toUpperCase() as Uppercase<R>}_DATABASE_URL`;
}
