import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { issueBatch } from '../../support/engine.ts';
import { ENGINE, runCli } from '../../support/run-cli.ts';
import { everyNth } from '../../support/long.ts';

/*
 * Files that commands write are durable: under its final name a file is complete or absent, even
 * after a crash or with concurrent writers.
 */

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 60_000 });

const PERIOD = ['--issuer', 'B12345674', '--from', '2020-01-01', '--to', '2099-12-31'];
const NOTES = new URL('../../support/note-lasting.ts', import.meta.url).href;

describe('durable files of commands', () => {
  let api: TestApi;
  let restored: TestDatabase;
  let directory: string;
  let organizations: TestOrganization[];
  beforeAll(async () => {
    api = await openTestApi();
    restored = await openTestDatabase();
    organizations = [await api.createOrganization(), await api.createOrganization()];
    for (const organization of organizations) await issueBatch(api, organization, 2, 'L');
    await issueBatch(api, organizations[0]!, 1000, 'M');
  });
  afterAll(async () => {
    await restored[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });
  beforeEach(async ({ onTestFinished }) => {
    directory = await mkdtemp(path.join(tmpdir(), 'ibe-lasting-'));
    onTestFinished(() => rm(directory, { recursive: true }));
  });

  const run = (program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    runCli(program, args, { DATABASE_URL: api.database.url, ...settings });
  const exportTo = (output: string, which = 0, settings: NodeJS.ProcessEnv = {}) =>
    run(
      'export-records',
      ['--organization', String(organizations[which]!.id), ...PERIOD, '--output', output],
      settings,
    );
  const backUp = (output: string, settings: NodeJS.ProcessEnv = {}) =>
    run('backup', ['--output', output], settings);
  /** Runs a command that can write at most 4096 bytes to a file. */
  const runLimited = (program: string, args: readonly string[]) =>
    new Promise<{ code: unknown; err: string }>((resolve) => {
      const command = [process.execPath, path.resolve(ENGINE), program, ...args];
      const env = { DATABASE_URL: api.database.url };
      execFile(
        '/bin/bash',
        ['--norc', '-c', 'ulimit -f 4; exec "$@"', 'limited', ...command],
        { env },
        (error, _out, err) => resolve({ code: error?.code, err }),
      );
    });
  const watched = (more: NodeJS.ProcessEnv = {}) => ({
    NODE_OPTIONS: `--import=${NOTES}`,
    RECORDED_FILES: path.join(directory, 'notes'),
    ...more,
  });
  const list = async (place: string) => (await readdir(place)).toSorted();
  /** Reads the recorded order of syncs and renames. */
  const readNotes = async () => (await readFile(path.join(directory, 'notes'), 'utf8')).trimEnd().split('\n');

  it('are named after the time of a timed backup, whose oldest predecessors are removed', async () => {
    const back = (...args: string[]) => run('backup', ['--into', directory, ...args]);
    expect(await back()).toMatchObject({ code: 0, err: '' });
    const [first] = await readdir(directory);
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    const old = path.join(directory, '2026-01-01T02-30-00Z');
    await rename(path.join(directory, first!), old);
    const next = await back('--keep', '1');
    expect(next).toMatchObject({ code: 0, out: expect.stringContaining(`Removed ${old}: --keep 1`) });
    const [made, ...others] = await readdir(directory);
    expect(others).toEqual([]);
    expect(next.out).toContain(`in ${path.join(directory, made!)}\n`);
    expect(await readdir(path.join(directory, made!))).toContain('manifest.json');
  });

  it('are synced before a backup gets its name, and the name is synced before it is reported', async () => {
    const output = path.join(directory, 'today');
    expect(await backUp(output, watched())).toMatchObject({ code: 0, err: '' });
    const notes = await readNotes();
    const named = notes.indexOf(`rename ${output}`);
    const before = notes.slice(0, named);
    for (const file of await list(output)) {
      const written = file === 'manifest.json' ? `${file}.unfinished` : file;
      expect(before).toContain(`sync ${output}.unfinished/${written}`);
    }
    expect(before.at(-1)).toBe(`sync ${output}.unfinished`);
    expect(notes.slice(named + 1)).toEqual([`sync ${directory}`]);
  });

  it('are synced before an export gets its names, the first file last, and the names are synced before they are reported', async () => {
    const output = path.join(directory, 'deep', 'exported');
    expect(await exportTo(output, 0, watched())).toMatchObject({ code: 0, err: '' });
    const files = await list(output);
    expect(files).toHaveLength(2);
    const notes = await readNotes();
    // The export also created the directories.
    expect(notes).toEqual([
      `sync ${path.join(directory, 'deep')}`,
      `sync ${directory}`,
      ...files.map((file) => `sync ${output}/${file}.unfinished`),
      ...files.toReversed().map((file) => `rename ${output}/${file}`),
      `sync ${output}`,
    ]);
  });

  it('are reported by the next backup, left alone and never restored when a backup died', async () => {
    const output = path.join(directory, 'today');
    const died = await backUp(output, watched({ DIE_AT: '/today$' }));
    expect(died.code).toBe(-1);
    await rm(path.join(directory, 'notes'));
    // The unfinished backup happens to be complete, but nothing shows that.
    expect(await list(`${output}.unfinished`)).toContain('manifest.json');
    expect(await backUp(output)).toMatchObject({
      code: 1,
      err: `${output}.unfinished exists: another run is writing it, or an aborted run left it; remove it if no backup is running\n`,
    });
    expect(await backUp(path.join(directory, 'tomorrow'))).toMatchObject({
      code: 0,
      err: `${output}.unfinished is not a finished backup: another run is writing it, or an aborted run left it; remove it if no backup is running\n`,
    });
    for (const input of [`${output}.unfinished`, `${output}.unfinished/`]) {
      expect(await runCli('restore', ['--input', input], { DATABASE_URL: restored.url })).toMatchObject({
        code: 1,
        err: expect.stringContaining('the backup was not finished'),
      });
    }
    expect(await list(directory)).toEqual(['today.unfinished', 'tomorrow']);
  });

  it('are removed when a backup fails', async () => {
    const output = path.join(directory, 'today');
    const failed = await run('backup', ['--output', output], {
      DATABASE_URL: Object.assign(new URL(api.database.url), { pathname: '/postgres' }).href,
    });
    expect(failed.code).toBe(1);
    expect(await list(directory)).toEqual([]);
  });

  it.each(
    everyNth(2, [
      ['export-records', () => ['--organization', String(organizations[0]!.id), ...PERIOD]],
      ['backup', () => []],
    ]),
  )('are removed, and the error names them, when the disk is full: %s', async (program, args) => {
    const output = path.join(directory, 'full');
    // Files are limited to 4096 bytes. Node ignores SIGXFSZ, and larger writes fail with EFBIG.
    const { code, err } = await runLimited(program, [...args(), '--output', output]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^\S+\/full\S+ could not be written: EFBIG: [^\n]+\n$/),
    });
    expect(await list(program === 'backup' ? directory : output)).toEqual([]);
  });

  it('have different names for two organizations with the same issuer', async () => {
    for (const which of [0, 1]) expect(await exportTo(directory, which)).toMatchObject({ code: 0, err: '' });
    const [first, second] = organizations.map(
      ({ id }) => `organization-${id}_B12345674_2020-01-01_2099-12-31`,
    );
    expect(await list(directory)).toEqual(
      [`${first}_0001.xml`, `${first}_0002.xml`, `${second}_0001.xml`].toSorted(),
    );
  });

  it('are never replaced or removed by another run, and an export that finds one leaves no files', async () => {
    await exportTo(directory, 0);
    const [first, second] = (await list(directory)).map((file) => path.join(directory, file));
    await rm(first!);
    await writeFile(second!, 'of somebody else');
    expect(await exportTo(directory, 0)).toMatchObject({ code: 1, out: '', err: `${second} exists\n` });
    expect(await list(directory)).toEqual([path.basename(second!)]);
    expect(await readFile(second!, 'utf8')).toBe('of somebody else');
    // The same applies to a file that another run is still writing.
    await rename(second!, `${second}.unfinished`);
    expect(await exportTo(directory, 0)).toMatchObject({
      code: 1,
      out: '',
      err: `${second}.unfinished exists: another run is writing it, or an aborted run left it; remove it if no run is writing it\n`,
    });
    expect(await readFile(`${second}.unfinished`, 'utf8')).toBe('of somebody else');
  });

  it.each(
    everyNth(2, [
      ['before any file has its name', /_0002\.xml$/, ['_0001.xml.unfinished', '_0002.xml.unfinished']],
      ['after some files have their names', /_0001\.xml$/, ['_0001.xml.unfinished', '_0002.xml']],
    ]),
  )('do not look complete when an export died %s, and the next run reports them', async (_when, at, left) => {
    const output = path.join(directory, 'exported');
    await mkdir(output);
    const died = await exportTo(output, 0, watched({ DIE_AT: at.source }));
    expect(died.code).toBe(-1);
    const files = await list(output);
    expect(files.map((file) => file.replace(/^.*(?=_000)/, ''))).toEqual(left);
    const again = await exportTo(output, 0);
    expect(again).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /_0001\.xml\.unfinished exists: another run is writing it, or an aborted run left it; .*\n$/,
      ),
    });
    expect(await list(output)).toEqual(files);
  });
});
