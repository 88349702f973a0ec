import { existsSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fail, type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const GB = 1024 ** 3;
/** When its disk is full, PostgreSQL stops and a browser does not start. */
const FULL_BYTES = 1 * GB;
const LOW_BYTES = 5 * GB;
/** On a small disk, such as a container's /tmp in memory, these parts of its size are enough. */
const FULL_PART = 0.1;
const LOW_PART = 0.25;
/** The minimum free space that a browser needs, on a disk of any size. */
const SMALLEST_BYTES = 32 * 1024 ** 2;
const FULL_SHARE = 0.02;
const LOW_SHARE = 0.05;

/**
 * Checks the free space of each disk of this machine that the engine writes to. The disk of a
 * database on another machine is not checked.
 */
export function checkDisk({ options }: Patient): Finding[] {
  const wanted = [
    // The data of npm start, then the other directories, named ones last.
    '.local/postgres',
    '.',
    tmpdir(),
    ...(options.backups === undefined ? [] : [options.backups]),
    ...options.disks,
  ];
  const missing = options.disks.filter((place) => !existsSync(place));
  const places = wanted.filter((place) => existsSync(place)).map((place) => realpathSync(place));
  const disks = new Map(places.toReversed().map((place) => [statSync(place).dev, place]));
  return [
    ...[...disks.values()].toReversed().map(judge),
    ...missing.map((place) => fail('it does not exist', 'mount it, or name another with --disk', place)),
  ];
}

function judge(place: string): Finding {
  const { bavail, blocks, bsize, ffree, files } = statfsSync(place);
  const free = bavail * bsize;
  const size = blocks * bsize;
  const room = `${(free / GB).toFixed(1)} GB of ${(size / GB).toFixed(1)} GB free`;
  // Some file systems do not count inodes.
  const share = files === 0 ? 1 : ffree / files;
  const names = share < LOW_SHARE ? `, ${Math.round(share * 100)} % of its inodes` : '';
  if (free < Math.min(FULL_BYTES, Math.max(SMALLEST_BYTES, size * FULL_PART)) || share < FULL_SHARE)
    return fail(`${room}${names}`, 'free space at once: docs/year.md, A disk is full', place);
  return free < Math.min(LOW_BYTES, size * LOW_PART) || share < LOW_SHARE
    ? warn(`${room}${names}`, 'free space, or enlarge the disk: docs/year.md, A disk is full', place)
    : ok(room, place);
}
