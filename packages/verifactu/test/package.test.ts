import { expect, it } from 'vitest';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { installPackage, runExample } from '../../../test/support/install-package.ts';
import { isJudged } from '../../../test/support/not-judged.ts';

const FOLDER = 'packages/verifactu';

const hasNpm = isJudged(findExecutable(['npm']), 'the package of the protocol', 'there is no npm');

it.runIf(hasNpm)(
  'the packed protocol runs the first example of its README with its dependencies alone',
  () => {
    const { printed, promised } = runExample(FOLDER, installPackage(FOLDER));
    expect(printed).toBe(promised);
  },
  120_000,
);
