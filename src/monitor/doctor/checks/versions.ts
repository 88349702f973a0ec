import { readFileSync } from 'node:fs';
import { fail, type Finding, ok } from '../finding.ts';

const MAJOR = 24;
/** In earlier versions the execution of TypeScript is experimental and prints a warning. */
const MIN_MINOR = 12;

/**
 * Reports the version of the engine, and checks the version of Node.js.
 * @param node the version of Node.js, such as 24.12.0.
 */
export function checkVersions(node: string = process.versions.node): Finding[] {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isRight = major > MAJOR || (major === MAJOR && minor >= MIN_MINOR);
  return [
    ok(version, 'engine'),
    isRight
      ? ok(node, 'Node.js')
      : fail(
          `${node} is too old: ${MAJOR}.${MIN_MINOR} or newer is needed`,
          `install Node.js ${MAJOR}: the engine does not start with this version`,
          'Node.js',
        ),
  ];
}
