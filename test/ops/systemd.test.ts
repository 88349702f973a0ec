import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettingsDirectory } from '#src/monitor/doctor/process-settings.ts';
import { findExecutable } from '../../ops/local/boot/find-executable.js';
import { Environment } from '../../src/platform/config/environment.ts';
import { listBlocks } from '../docs/support/documents.ts';
import { listCommandSecrets } from '../support/command-secrets.ts';
import { isJudged } from '../support/not-judged.ts';

const UNITS = path.resolve(import.meta.dirname, '../../ops/systemd');
const PROCESSES = ['ingress.service', 'dashboard.service', 'worker@.service'].map(
  (name) => `invoice-batch-engine-${name}`,
);
const read = (unit: string) => readFileSync(path.join(UNITS, unit), 'utf8');
const readAll = (unit: string, name: string) =>
  [...read(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);

function openDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'units-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('the units of systemd', () => {
  it('pass settings in files that the doctor knows, and docs/year.md names only settings of the engine', () => {
    const [block] = listBlocks('docs/year.md').filter(({ language }) => language === 'ini');
    const directory = openDirectory();
    const files = block!.text.split(/^(?=# [\w-]+\.env)/m).map((text) => ({
      name: /^# ([\w-]+\.env)/.exec(text)![1]!,
      text,
    }));
    for (const { name, text } of files) writeFileSync(path.join(directory, name), text);
    const settings = readSettingsDirectory(directory);
    expect(settings.map(({ name }) => name)).toEqual([
      'commands',
      'dashboard',
      'ingress',
      'migrate',
      'worker-main',
    ]);
    const names = settings.flatMap(({ variables }) => Object.keys(variables));
    expect(names.filter((name) => !(name in Environment.properties))).toEqual([]);
    const used = PROCESSES.flatMap((unit) => readAll(unit, 'EnvironmentFile'))
      .map((file) => path.basename(file).replace('%i', 'main'))
      .concat('migrate.env', 'commands.env');
    expect(new Set(used)).toEqual(new Set(files.map(({ name }) => name)));
  });

  const hasSystemd = isJudged(
    findExecutable(['systemd-analyze']),
    'the units of systemd, by systemd',
    'there is no systemd-analyze (apt install systemd)',
  );
  it.runIf(hasSystemd)('are valid for systemd', () => {
    const directory = openDirectory();
    cpSync(UNITS, directory, { recursive: true });
    const units = readdirSync(directory).filter((name) => name !== 'engine');
    for (const unit of units) {
      const file = path.join(directory, unit);
      // Not every machine has Node.js and the engine at these paths.
      writeFileSync(file, read(unit).replaceAll(/\/usr\/local\/bin\/(?:node|engine)/g, '/bin/sh'));
    }
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', ...units.map((name) => path.join(directory, name))],
      { encoding: 'utf8' },
    );
    const own = stderr.split('\n').filter((line) => line.includes('invoice-batch-engine'));
    expect({ status, own }).toEqual({ status: 0, own: [] });
  });
});

describe('the program engine', () => {
  const run = (args: readonly string[], settings: string, node = process.execPath) =>
    spawnSync('/bin/sh', [path.join(UNITS, 'engine'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        ENGINE_HOME: path.resolve(import.meta.dirname, '../..'),
        ENGINE_SETTINGS: settings,
        // This account exists on every Linux, with a group of the same name.
        ENGINE_USER: 'daemon',
        ENGINE_NODE: node,
        DATABASE_URL: 'postgres://of-whoever-calls@127.0.0.1:1/nothing',
      },
    });
  /** The tests need root, and a project that other accounts may enter. */
  const mayTry = isJudged(
    process.getuid?.() === 0 &&
      spawnSync('setpriv', ['--reuid=daemon', '--clear-groups', 'test', '-r', path.join(UNITS, 'engine')])
        .status === 0,
    'the program engine of systemd, which changes its account',
    'these tests do not run as root in a folder that other accounts may enter',
  );

  /** A substitute for Node.js that prints its arguments and environment. */
  const printing = (directory: string) => {
    const program = path.join(directory, 'node');
    writeFileSync(program, '#!/bin/sh\nexec env\n', { mode: 0o755 });
    execFileSync('chmod', ['755', directory]);
    return program;
  };

  describe.runIf(mayTry)('gives every command the settings that it reads', () => {
    it.each(listCommandSecrets())('$command', ({ command, secrets, asOwner }) => {
      const directory = openDirectory();
      writeFileSync(path.join(directory, 'common.env'), "AEAT_URL='common'\nREDIS_URL='common'\n");
      const own = secrets.filter((name) => name !== 'REDIS_URL');
      const lines = [...own, 'DATABASE_URL'].map((name) => `${name}='of the commands'\n`);
      writeFileSync(path.join(directory, 'commands.env'), lines.join(''));
      writeFileSync(path.join(directory, 'migrate.env'), "DATABASE_URL='of the owner'\n");
      const node = printing(directory);
      const subcommands = asOwner.length === 0 ? ['list'] : [...asOwner, 'other'];
      for (const subcommand of command === 'restore' ? [''] : subcommands) {
        const { stdout } = run([command, ...(subcommand === '' ? [] : [subcommand])], directory, node);
        const given = parseEnv(stdout);
        expect(Object.keys(given)).toEqual(expect.arrayContaining(['AEAT_URL', ...secrets]));
        const login = asOwner.includes(subcommand) ? 'of the owner' : 'of the commands';
        expect([subcommand, given['DATABASE_URL']]).toEqual([subcommand, login]);
      }
    });
  });

  it.runIf(mayTry)('gives a command only its settings, and runs it as an unprivileged account', () => {
    const settings = openDirectory();
    // Only root may read the directory, which does not prevent the command from getting the
    // settings.
    execFileSync('chmod', ['700', settings]);
    writeFileSync(path.join(settings, 'common.env'), "REDIS_URL='redis://127.0.0.1:1'\n");
    writeFileSync(
      path.join(settings, 'commands.env'),
      "OPERATOR_DATABASE_URL='postgres://a:it''s#1@127.0.0.1:1/engine'\nDATABASE_URL='postgres://a:b@127.0.0.1:1/c'\n",
    );
    writeFileSync(path.join(settings, 'migrate.env'), "DATABASE_URL='postgres://owner:b@127.0.0.1:1/c'\n");
    expect(run(['org', 'list'], settings)).toMatchObject({ status: 1 });
    expect(run(['org', 'create', 'Dos palabras', 'too many'], settings).stderr).toContain(
      'too many arguments',
    );
    expect(run(['migrate'], settings).stderr).toContain('The database of DATABASE_URL is not reachable');
    expect(run(['doctor', '--json'], settings).stdout).toContain('"commands"');
  });
});
