import type { Roles } from './read-roles.ts';

/** Returns one line for each role that has changed. */
export function findChanges(before: Roles, now: Roles): string[] {
  return [...now].flatMap(([name, role]) => {
    const was = before.get(name);
    return was === role ? [] : [`${name}: ${role}${was === undefined ? '' : ` (was: ${was})`}`];
  });
}
