import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { isJudged } from '../support/not-judged.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE = 'packages/aeat-sandbox';

const hasNpm = isJudged(findExecutable(['npm']), 'the package of the stand-in', 'there is no npm');

it.runIf(hasNpm)(
  'the packed stand-in for AEAT answers without the sources of the engine',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-package-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const file of [PACKAGE, 'ops/client/build.js', 'tsconfig.json', 'package.json'])
      cpSync(path.join(ROOT, file), path.join(directory, file), {
        recursive: true,
        filter: (source) => !source.endsWith('/dist'),
      });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
    const env = { ...process.env, NODE_OPTIONS: '' };
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', directory, '--offline'], {
      cwd: path.join(directory, PACKAGE),
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    const installed = path.join(directory, 'installed');
    mkdirSync(installed);
    execFileSync('tar', ['--extract', '--file', path.join(directory, filename), '--directory', installed]);
    const child = spawn(process.execPath, [`${installed}/package/dist/main.js`, '--memory', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { control } = JSON.parse(line) as { control: string };
    expect((await fetch(`${control}/log`)).status).toBe(200);
  },
  120_000,
);
