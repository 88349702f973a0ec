import { Tables } from './0001-tables.ts';
import { Guards } from './0002-guards.ts';

/** Every migration in its order. Forward only: a mistake is mended by the next one. */
export const ALL_MIGRATIONS = [
  { name: '0001-tables', class: Tables },
  { name: '0002-guards', class: Guards },
];
