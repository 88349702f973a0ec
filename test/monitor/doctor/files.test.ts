import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettingsDirectory } from '#src/monitor/doctor/process-settings.ts';
import { mayMount, mountSmall } from '../../faults/support/mount.ts';
import { examine } from './examine.ts';
import { isJudged } from '../../support/not-judged.ts';

const HOUR_MS = 3600 * 1000;

function openDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

function writeManifest(directory: string, name: string, hoursAgo: number): void {
  mkdirSync(path.join(directory, name));
  const takenAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const manifest = { format: 1, takenAt, migrations: [], sequences: {}, tables: [] };
  writeFileSync(path.join(directory, name, 'manifest.json'), JSON.stringify(manifest));
}

describe('the doctor’s check of backups', () => {
  it('reports the age of the newest backup, and ignores other entries of the directory', async () => {
    const backups = openDirectory();
    writeManifest(backups, 'a', 200);
    writeManifest(backups, 'b', 3);
    mkdirSync(path.join(backups, 'lost+found'));
    await expect(examine('backup', {}, { backups })).resolves.toEqual(['ok | backup | b is 3.0 hours old']);
  });

  it.each([
    [30, 'warn | backup | a is 30.0 hours old'],
    [80, 'fail | backup | a is 3 days old'],
  ])('finds one of %i hours', async (hours, told) => {
    const backups = openDirectory();
    writeManifest(backups, 'a', hours);
    await expect(examine('backup', {}, { backups })).resolves.toEqual([told]);
    await expect(examine('backup', {}, { backups, backupHours: 100 })).resolves.toEqual([
      expect.stringMatching(/^ok/),
    ]);
  });

  it('finds that there is no backup, and finds an unfinished one', async () => {
    const backups = openDirectory();
    writeManifest(backups, 'a.unfinished', 1);
    await expect(examine('backup', {}, { backups })).resolves.toEqual([
      `fail | backup | ${backups} contains no backup`,
      expect.stringMatching(
        /^warn \| backup \| a\.unfinished is being written, or a run that was killed left it behind/,
      ),
    ]);
    await expect(examine('backup', {}, { backups: path.join(backups, 'nowhere') })).resolves.toEqual([
      expect.stringMatching(/^fail .* contains no backup$/),
    ]);
    await expect(examine('backup', {})).resolves.toEqual([expect.stringMatching(/^skip .*--backups/)]);
  });
});

const canMount = isJudged(mayMount(), 'the check of full disks', 'only root may mount a small disk here');

describe('the doctor’s check of disks', () => {
  it('reports the free space, and finds a directory that is not mounted', async () => {
    const found = await examine('disk', {}, { disks: ['/nowhere'] });
    expect(found[0]).toMatch(/^(?:ok|warn|fail) \| \/.* \| [\d.]+ GB of [\d.]+ GB free/);
    expect(found).toContain('fail | /nowhere | it does not exist');
  });

  it.runIf(canMount)('finds one that is full, and one without free inodes', async () => {
    const directory = openDirectory();
    using mounted = mountSmall(directory, '8m');
    expect(mounted).toBeDefined();
    const found = await examine('disk', {}, { disks: [directory] });
    expect(found.find((line) => line.includes(directory))).toMatch(/^fail .*0\.0 GB of 0\.0 GB free$/);
  });

  it.runIf(canMount)('reports nothing about a small one in memory that is nearly empty', async () => {
    const directory = openDirectory();
    using mounted = mountSmall(directory, '256m');
    expect(mounted).toBeDefined();
    const found = await examine('disk', {}, { disks: [directory] });
    expect(found.find((line) => line.includes(directory))).toMatch(/^ok .* GB of 0\.[23] GB free$/);
  });
});

describe('a directory of settings', () => {
  it('contains a file for each process, and one that all of them share', () => {
    const directory = openDirectory();
    writeFileSync(path.join(directory, 'common.env'), "AEAT_URL='http://a'\nPORT=1\n");
    writeFileSync(path.join(directory, 'ingress.env'), 'PORT=2\n');
    writeFileSync(path.join(directory, 'worker-pdfs.env'), '# a comment\nWORKER_QUEUES="pdfs"\n');
    expect(readSettingsDirectory(directory)).toEqual([
      { name: 'ingress', kind: 'ingress', variables: { AEAT_URL: 'http://a', PORT: '2' } },
      {
        name: 'worker-pdfs',
        kind: 'worker',
        variables: { AEAT_URL: 'http://a', PORT: '1', WORKER_QUEUES: 'pdfs' },
      },
    ]);
  });

  it('is refused if it has a file for an unknown process, or does not exist', () => {
    const directory = openDirectory();
    writeFileSync(path.join(directory, 'api.env'), '');
    expect(() => readSettingsDirectory(directory)).toThrow(
      /api\.env: its name must begin with one of ingress/,
    );
    expect(() => readSettingsDirectory('/nowhere')).toThrow('/nowhere cannot be read: ENOENT');
  });
});
