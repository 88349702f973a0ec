import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_FILES, setVersion } from '../../../ops/release/versions.ts';

/*
 * Runs `npm run release` in a separate repository with the project, with quick substitutes for the
 * tests.
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = [
  'src',
  'migrations',
  'clients',
  'ops',
  'packages',
  'docs',
  'workers',
  'package.json',
  'package-lock.json',
  'README.md',
];
const MORE = ['CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docker-compose.yml', '.gitignore', '.npmrc'];
const NOBODY = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const AUTHOR = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
};
const UNRELEASED = '## [Unreleased]\n\n';
type Package = {
  readonly version: string;
  readonly scripts: Record<'test' | 'test:rest' | 'upgrade:dump', string>;
};
/** A substitute for the dump of a database, which replaces the unreleased one. */
const WRITE_DUMP =
  'cd test/golden/upgrade && mv unreleased.sql.gz $GOLDEN_VERSION.sql.gz && test ! -e ../../../no-dump';
/** An address at which no Docker answers. */
const SETTINGS = {
  ...NOBODY,
  ...AUTHOR,
  DOCKER_HOST: 'tcp://127.0.0.1:1',
  npm_config_offline: 'true',
  // The module that the test run preloads is for its own Node.js only.
  NODE_OPTIONS: '',
};

describe('npm run release', { timeout: 60_000 }, () => {
  let copy: string;
  const file = (name: string) => path.join(copy, name);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: copy, encoding: 'utf8', env: { ...process.env, ...SETTINGS } }).trim();
  const change = (name: string, from: string, to: string) =>
    writeFileSync(
      file(name),
      readFileSync(file(name), 'utf8').replace(from, () => to),
    );
  const commit = () => git('commit', '--quiet', '--all', '--message=Change');
  const look = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];

  function release(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['ops/release/main.ts', ...args], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, ...SETTINGS },
    });
    return { code: status, out: stdout, err: stderr };
  }

  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'release-'));
    for (const name of [...COPIED, ...MORE]) cpSync(path.join(ROOT, name), file(name), { recursive: true });
    git('init', '--quiet', '--initial-branch=main');
    // .gitignore does not treat a symbolic link as a directory.
    writeFileSync(file('.git/info/exclude'), 'node_modules\n');
    symlinkSync(path.join(ROOT, 'node_modules'), file('node_modules'));
    const { scripts, version } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as Package;
    change('package.json', JSON.stringify(scripts['upgrade:dump']), JSON.stringify(WRITE_DUMP));
    mkdirSync(file('test/golden/upgrade'), { recursive: true });
    writeFileSync(file('test/golden/upgrade/unreleased.sql.gz'), 'Unreleased');
    const substitute = (script: 'test' | 'test:rest', said: string) =>
      change('package.json', JSON.stringify(scripts[script]), `"node -e 'console.log(\`${said}\`)'"`);
    substitute('test', 'The first tier passed');
    substitute('test:rest', 'The rest passed');
    const packages = globSync('packages/*/package.json', { cwd: copy });
    for (const name of ['package.json', 'package-lock.json', ...CLIENT_FILES, ...packages])
      writeFileSync(file(name), setVersion(readFileSync(file(name), 'utf8'), version, '0.1.0'));
    git('add', '--all');
    commit();
    git('tag', '--annotate', 'v0.1.0', '--message=Version 0.1.0');
    writeFileSync(file('migrations/9999-more.sql'), 'select 1;\n');
    // Right after a release the changelog has no unreleased entries.
    change('CHANGELOG.md', UNRELEASED, `${UNRELEASED}### Upgrading\n\n- Read this.\n\n`);
    change('docs/settings.md', '| `HOST` |', '| `FRESH_SETTING` | none | |\n| `HOST` |');
    change('docs/settings.md', '| `LOG_LEVEL` |', '| `LOG_LEVELS` |');
    git('add', '--all');
    commit();
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  it('with --dry-run only prints what it would do and what an upgrade needs', () => {
    const before = look();
    const { code, out } = release('9.0.0', '--dry-run');
    expect({ code, out }).toMatchObject({ code: 0 });
    for (const step of ['npm run test', 'npm run test:rest', 'git tag v9.0.0', 'npm pack', 'No image'])
      expect(out).toContain(step);
    expect(out).toContain('From 0.1.0 an upgrade needs\n  migrations: 9999-more\n');
    expect(out).toContain('new settings: FRESH_SETTING, LOG_LEVELS\n  settings that are gone: LOG_LEVEL\n');
    expect(out).toContain('    - Read this.');
    expect(out).not.toMatch(/The first tier passed|The rest passed/);
    expect(look()).toEqual(before);
  });

  it('tests, sets the version, dates the changelog, commits, tags and packs the release', () => {
    const { code, out } = release('9.0.0');
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/The first tier passed[^]*The rest passed/);
    expect(git('tag', '--list', '--format=%(contents:body)', 'v9.0.0')).toBe(
      'The long form of the tests (npm run test:long) did not run to its end for these sources here.',
    );
    expect(git('log', '-1', '--format=%s')).toBe('Version 9.0.0');
    expect(git('cat-file', '-t', 'v9.0.0')).toBe('tag');
    expect(git('rev-parse', 'v9.0.0^{}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('diff', '--stat', 'HEAD~', '--', 'package-lock.json')).toContain(
      '5 insertions(+), 5 deletions(-)',
    );
    expect(readFileSync(file('CHANGELOG.md'), 'utf8')).toMatch(
      /^## \[Unreleased\]\n\n## \[9\.0\.0\] - \d{4}-\d\d-\d\d\n\n### /m,
    );
    expect(git('show', 'HEAD:clients/typescript/package.json')).toContain('"version": "9.0.0"');
    expect(git('ls-tree', '--name-only', 'HEAD', 'test/golden/upgrade/')).toBe(
      'test/golden/upgrade/9.0.0.sql.gz',
    );
    const [, packed = ''] = /Packed (\S+)/.exec(out) ?? [];
    const names = execFileSync('tar', ['-tf', file(packed)], { encoding: 'utf8' }).split('\n');
    expect(names).toEqual(
      expect.arrayContaining(
        ['LICENSE', 'src/server.ts', 'workers/main.ts', 'src/cli/main.ts', 'docs/api.md'].map(
          (name) => `package/${name}`,
        ),
      ),
    );
    expect(names.filter((name) => /^package\/(test|ops\/(bench|local|lint))\//.test(name))).toEqual([]);
    expect(out).toContain('No image is built');
    expect(out).toContain('migrations: 9999-more');

    // The next release is compared with this one.
    change('CHANGELOG.md', UNRELEASED, `${UNRELEASED}- More.\n\n`);
    commit();
    expect(release('9.0.1', '--dry-run').out).toContain(
      'From 9.0.0 an upgrade needs\n  migrations: none: npm run migrate changes nothing\n  new settings: none',
    );
  });

  it('refuses a faulty release with one line, and changes nothing', () => {
    const refused = (version: string, says: string) => {
      const before = look();
      const { code, err } = release(version);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) as string });
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(look()).toEqual(before);
    };
    refused('0.1.0', '0.1.0 is not newer than 0.1.0');
    refused('1', '1 is not a version');
    git('tag', 'v9.0.0');
    refused('9.0.0', 'There is a tag v9.0.0 already');
    change('clients/typescript/package.json', '"version": "0.1.0"', '"version": "0.0.9"');
    commit();
    refused('9.0.1', 'clients/typescript/package.json names the version 0.0.9');
    change('clients/typescript/package.json', '"version": "0.0.9"', '"version": "0.1.0"');
    commit();
    writeFileSync(file('test/golden/upgrade/9.0.1.sql.gz'), 'Released');
    git('add', '--all');
    commit();
    refused('9.0.1', 'test/golden/upgrade/9.0.1.sql.gz already exists');
    git('rm', '--quiet', 'test/golden/upgrade/9.0.1.sql.gz');
    writeFileSync(file('no-dump'), '');
    git('add', '--all');
    commit();
    refused('9.0.1', 'npm run upgrade:dump failed: nothing was changed');
    git('rm', '--quiet', 'no-dump');
    commit();
    writeFileSync(file('README.md'), 'Changed');
    refused('9.0.1', 'The working tree has uncommitted changes: M README.md');
    git('checkout', '--quiet', 'README.md');
    git('checkout', '--quiet', '-b', 'other');
    refused('9.0.1', 'A release is made on main, and this is other');
    git('checkout', '--quiet', 'main');
    change('package.json', 'console.log(`The rest passed`)', 'process.exitCode = 3');
    commit();
    refused('9.0.1', 'npm run test:rest failed: nothing was changed');
  });
});
