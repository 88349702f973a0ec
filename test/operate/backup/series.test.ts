import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeManifest } from '../../../src/operate/backup/manifest.ts';
import { nameInSeries, removeOldest } from '../../../src/operate/backup/series.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => nameInSeries(new Date(Date.UTC(2026, 10, 1 + day, 2, 30, 5))));

async function openSeries(names: readonly string[]): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'series-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const name of names) {
    mkdirSync(path.join(directory, name));
    writeFileSync(path.join(directory, name, 'batches.ndjson.zst'), '');
    const tables = [{ name: 'batches', rows: 0, sha256: '0'.repeat(64) }];
    const moment = new Date(0).toISOString();
    const manifest = { format: 1 as const, takenAt: moment, migrations: [], sequences: {}, tables };
    await writeManifest(path.join(directory, name), manifest);
  }
  return directory;
}

it('the name of a timed backup is its time, sorts by age and is valid in every file system', () => {
  expect(days(1)).toEqual(['2026-11-01T02-30-05Z']);
  expect(days(40).toReversed().toSorted()).toEqual(days(40));
});

it.each([1, 3, 5, 9])('removeOldest keeps the newest %i of five backups', async (keep) => {
  const directory = await openSeries(days(5));
  const gone = days(5).slice(0, Math.max(0, 5 - keep));
  expect(await removeOldest(directory, keep)).toEqual(gone);
  expect(readdirSync(directory).toSorted()).toEqual(days(5).slice(-keep));
});

it('removeOldest neither removes nor counts anything that is not a timed backup', async () => {
  const named = ['before-0.2.0', '2026-10-31', '2026-10-31T02-30-00Z.unfinished'];
  const directory = await openSeries([...named, ...days(2)]);
  // This directory has the name of a backup, but no manifest.
  const other = '2026-11-30T00-00-00Z';
  mkdirSync(path.join(directory, other));
  expect(await removeOldest(directory, 1)).toEqual([days(2)[0]]);
  expect(readdirSync(directory).toSorted()).toEqual([...named, other, days(2)[1]!].toSorted());
});
