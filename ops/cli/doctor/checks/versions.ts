import { readFileSync } from 'node:fs';
import { fail, type Finding, ok } from '../finding.ts';

const MAJOR = 24;
/** Before it, running TypeScript is an experiment that warns. */
const MIN_MINOR = 12;

/** This program's version, and the Node.js that runs it. @param node its version, such as 24.12.0. */
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
          `${node}, and ${MAJOR}.${MIN_MINOR} or newer is needed`,
          `install Node.js ${MAJOR}: nothing of the engine starts with this one`,
          'Node.js',
        ),
  ];
}
