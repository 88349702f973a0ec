import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** AEAT's schemas and test vectors are stored beside the project, not in it. */
const FOLDER = fileURLToPath(new URL('../../../../shared/verifactu', import.meta.url));

export const hasSharedFacts = existsSync(FOLDER);

/** Warns about the checks that are skipped on a machine without that folder. */
export function warnWithoutSharedFacts(what: string): void {
  if (!hasSharedFacts) console.warn(`SKIPPED, ../shared/verifactu is not here: ${what}`);
}

export function sharedPath(name: string): string {
  return `${FOLDER}/${name}`;
}

export function readShared(name: string): string {
  return readFileSync(sharedPath(name), 'utf8');
}
