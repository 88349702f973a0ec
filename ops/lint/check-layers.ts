import path from 'node:path';
import { findLayerViolations } from './find-layer-violations.ts';

/*
 * `npm run check:layers`. Fails too when hardly any module was seen: a check that looks at nothing is always green (dependency-cruiser
 * does not understand TypeScript 7, and then says nothing).
 */
const MIN_MODULES = 50;

const { modules, violations } = await findLayerViolations(path.resolve(import.meta.dirname, '..', '..'));
for (const violation of violations) console.error(violation);
if (modules <= MIN_MODULES) {
  console.error(`Only ${modules} modules were seen, of more than ${MIN_MODULES}: the check does not work`);
}
const failed = violations.length > 0 || modules <= MIN_MODULES;
console.log(`${modules} modules, ${violations.length} imports against the rules`);
process.exitCode = failed ? 1 : 0;
