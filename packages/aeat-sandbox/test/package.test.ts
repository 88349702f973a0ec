import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { installPackage, runExample } from '../../../test/support/install-package.ts';
import { isJudged } from '../../../test/support/not-judged.ts';

const FOLDER = 'packages/aeat-sandbox';

const hasNpm = isJudged(findExecutable(['npm']), 'the package of the stand-in', 'there is no npm');

it.runIf(hasNpm)(
  'the packed stand-in for AEAT runs the first example of its README, and its program, with its dependencies alone',
  async () => {
    const directory = installPackage(FOLDER);
    const { printed, promised } = runExample(FOLDER, directory);
    expect(printed).toBe(promised);
    const program = `${directory}/node_modules/verifactu-aeat-sandbox/main.js`;
    const child = spawn(process.execPath, [program, '--memory', '--port', '0'], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { control } = JSON.parse(line) as { control: string };
    expect((await fetch(`${control}/log`)).status).toBe(200);
  },
  120_000,
);
