import path from 'node:path';
import { findLayerViolations } from './find-layer-violations.ts';

/*
 * `npm run check:layers`: fails for imports against the rules. It also fails if it finds hardly any
 * modules, since a check without input would always pass (dependency-cruiser does not support
 * TypeScript 7, and then reports nothing).
 */
const MIN_MODULES = 50;

const { modules, violations } = await findLayerViolations(path.resolve(import.meta.dirname, '..', '..'));
for (const violation of violations) console.error(violation);
if (modules <= MIN_MODULES) {
  console.error(
    `Only ${modules} modules were found, but there are more than ${MIN_MODULES}: the check does not work`,
  );
}
const failed = violations.length > 0 || modules <= MIN_MODULES;
console.log(`${modules} modules, ${violations.length} imports against the rules`);
process.exitCode = failed ? 1 : 0;
