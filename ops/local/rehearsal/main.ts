import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readCertificateKeys } from '../../../src/platform/config/certificate-keys.ts';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { buildTable } from '../../../src/checker/build-table.ts';
import { isBroken, isWaiting } from '../../../src/checker/invariant.ts';
import { readArguments } from '../../read-arguments.ts';
import { SetupError } from '../boot/boot-report.js';
import { LOCAL } from '../boot/layout.ts';
import { type Rehearsal, rehearseRestore } from './rehearse.ts';

/*
 * npm run rehearsal: tests the restore of a backup beside a running engine. Exit code 1: an
 * invariant is broken; 2: the rehearsal could not run.
 */

const COULD_NOT_TRY = 2;
const KEYS = ['CERTIFICATE_KEY', 'CERTIFICATE_KEY_PREVIOUS'];

try {
  const { values } = readArguments({ options: { input: { type: 'string' } } });
  const backup = values['input'];
  if (!backup)
    throw new SetupError('--input is missing', 'Name a directory that npm run engine -- backup wrote.');
  // The started server ends with this process, and the next rehearsal removes its files.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(COULD_NOT_TRY));
  const rehearsal = await rehearseRestore(backup, readKeys());
  for (const line of describe(rehearsal)) console.log(line);
  process.exitCode = rehearsal.verdicts.some(isBroken) ? 1 : 0;
} catch (error) {
  console.error(`✖ ${(error as Error).message}`);
  process.exitCode = COULD_NOT_TRY;
}

/**
 * Reads the keys that open certificates, the only settings of a rehearsal. Uses those of npm start
 * if none are set.
 */
function readKeys(): Buffer[] {
  const file = path.join(LOCAL, 'environment');
  const ofNpmStart = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const names = KEYS.flatMap((name) => [name, `${name}_FILE`]);
  const own = names.some((name) => process.env[name]) ? process.env : ofNpmStart;
  const given = Object.fromEntries(names.map((name) => [name, own[name]]));
  return readCertificateKeys(loadEnvironment({ ...given, DATABASE_URL: 'postgres://nobody@nowhere/none' }));
}

function describe({ restored, verdicts, bytes, restoreMs, checkMs }: Rehearsal): string[] {
  const { manifest, chains, access, closed } = restored;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const broken = verdicts.filter(isBroken);
  const left = verdicts.filter(isWaiting);
  const looked = verdicts.filter((verdict) => (verdict.looked ?? 0) > 0);
  return [
    ...(broken.length > 0 ? [buildTable(broken)] : []),
    ...left.map(
      (verdict) =>
        `Work for the workers after a restore (${verdict.broken} items), the first: ${verdict.places[0]}`,
    ),
    `The backup of ${manifest.takenAt} can be restored: ${rows} rows, ${chains} chains, ${(bytes / 1024 ** 2).toFixed(0)} MB, restored in ${seconds(restoreMs)}, checked in ${seconds(checkMs)}.`,
    `${broken.length} of ${looked.length} rules are broken. A restore would bring ${access.keys.length} API keys and ${access.certificates.length} certificates back into force.`,
    ...closed.map(
      ({ id, organizationId, sealingKey }) =>
        `Certificate ${id} of organization ${organizationId} CANNOT BE OPENED with the keys that are set: it was sealed with the key ${sealingKey}`,
    ),
    'The restored database was removed again. Nothing else was changed, and no other server was contacted.',
  ];
}
