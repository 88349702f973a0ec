import { existsSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fail, type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

const GB = 1024 ** 3;
/** PostgreSQL stops when its disk is full, and a browser does not start. */
const FULL_BYTES = 1 * GB;
const LOW_BYTES = 5 * GB;
/** Of a small one, as a container's /tmp in memory, so much is enough. */
const FULL_PART = 0.1;
const LOW_PART = 0.25;
/** Less is too little for a browser, whatever the disk holds. */
const SMALLEST_BYTES = 32 * 1024 ** 2;
const FULL_SHARE = 0.02;
const LOW_SHARE = 0.05;

/** The room of each disk of this machine that the engine writes to. A database on another machine has its own. */
export function checkDisk({ options }: Patient): Finding[] {
  const wanted = [
    // The data of npm start; elsewhere what is named.
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
    ...missing.map((place) => fail('it is not there', 'mount it, or name another with --disk', place)),
  ];
}

function judge(place: string): Finding {
  const { bavail, blocks, bsize, ffree, files } = statfsSync(place);
  const free = bavail * bsize;
  const size = blocks * bsize;
  const room = `${(free / GB).toFixed(1)} GB of ${(size / GB).toFixed(1)} GB free`;
  // Some file systems count no files.
  const share = files === 0 ? 1 : ffree / files;
  const names = share < LOW_SHARE ? `, ${Math.round(share * 100)} % of its inodes` : '';
  if (free < Math.min(FULL_BYTES, Math.max(SMALLEST_BYTES, size * FULL_PART)) || share < FULL_SHARE)
    return fail(`${room}${names}`, 'make room at once: docs/year.md, A disk is full', place);
  return free < Math.min(LOW_BYTES, size * LOW_PART) || share < LOW_SHARE
    ? warn(`${room}${names}`, 'make room, or enlarge it: docs/year.md, A disk is full', place)
    : ok(room, place);
}
