import { Command } from 'commander';
import { nameKey } from '../platform/secrets/seal-secret.ts';
import { readCertificateKeys } from '../platform/config/certificate-keys.ts';
import type { Restored } from '../operate/backup/restore-backup.ts';
import { type OrderOptions, readOrder, readPath, withOrder, withOwner } from './command-context.ts';
import { formatDay, print } from './print.ts';

/*
 * npm run engine -- restore: fills an empty, migrated database from a backup. See docs/backup.md.
 */

/**
 * The message if the list of keys and certificates that work again could not be printed, since it
 * is printed only once.
 */
const WHERE_ELSE =
  'The database is restored, but the list of keys and certificates that work again could not be printed: before you start the engine, see npm run engine -- org list and npm run engine -- org certificate list';

type Options = OrderOptions & { input: string; keepSessions?: boolean };

export const command = withOrder(new Command('restore'))
  .description(
    'fill an empty, migrated database from a backup in one transaction; ends all sessions and lists the keys that work again',
  )
  .requiredOption('--input <directory>', 'a directory that npm run engine -- backup wrote', readPath)
  .option('--keep-sessions', 'do not end the sessions; only if no key can have been revoked since the backup')
  .action(({ input, keepSessions, ...options }: Options) =>
    withOwner(async ({ orm }, environment) => {
      const { restoreBackup } = await import('../operate/backup/restore-backup.ts');
      const certificateKeys = readCertificateKeys(environment);
      const order = { ...readOrder(options), keepsSessions: keepSessions ?? false, certificateKeys };
      const restored = await restoreBackup(orm, input, new Date(), order);
      const { manifest, chains } = restored;
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const lines = [
        `Restored ${rows} rows of ${manifest.takenAt}; counts and checksums are correct, ${chains} chains are intact.`,
        'Nothing is issued in a chain until the workers have compared it with AEAT: npm run engine -- chains shows the progress.',
        ...describeAccess(restored, order.keepsSessions),
        ...describeClosed(restored, certificateKeys),
      ];
      await print(lines, WHERE_ELSE);
    }),
  );

/**
 * Lists the access that the restore makes valid again. The backup does not contain what was revoked
 * after it.
 */
function describeAccess({ manifest, access }: Restored, keepSessions: boolean): string[] {
  const { keys, certificates, sessions } = access;
  return [
    '',
    `BACK IN FORCE: everything that was revoked, removed or erased after ${manifest.takenAt} is back. Before you start the engine:`,
    '',
    keepSessions
      ? `  Sessions: ${sessions} ARE ACTIVE, including those of keys that were revoked since (--keep-sessions).`
      : `  Sessions: all ${sessions} have ended. Clients open new ones with their keys.`,
    `  API keys: ${keys.length} are active. Revoke those again that were revoked since:`,
    ...keys.map(
      ({ id, prefix, organizationId, organizationName, createdAt }) =>
        `    key ${id}  ${prefix}…  organization ${organizationId} ${organizationName}, created on ${formatDay(createdAt)}:  npm run engine -- org revoke ${id}`,
    ),
    ...(certificates.length === 0
      ? []
      : [`  Certificates: ${certificates.length} are present. Remove those again that were removed since:`]),
    ...certificates.map(
      ({ id, organizationId, issuerNif, subject }) =>
        `    certificate ${id}  ${issuerNif ?? 'all issuers'}  ${subject}:  npm run engine -- org certificate remove ${organizationId} ${id}`,
    ),
    '  Erased data: erase it again with npm run engine -- retention --execute',
    '',
    `If the old database still answers, list there what was done since: npm run engine -- audit --since ${manifest.takenAt}`,
  ];
}

/**
 * Lists the certificates that cannot be opened. The chains of their issuers stay closed, since AEAT
 * cannot be asked about them.
 */
function describeClosed({ closed }: Restored, keys: readonly Uint8Array[]): string[] {
  if (closed.length === 0) return [];
  const names = keys.map(nameKey);
  const count = `${closed.length} ${closed.length === 1 ? 'certificate' : 'certificates'}`;
  return [
    '',
    names.length === 0
      ? `CERTIFICATE_KEY IS NOT SET HERE: ${count} cannot be opened without it.`
      : `CANNOT BE OPENED with the keys of the settings (${names.join(', ')}): ${count}.`,
    'While the certificate of an issuer cannot be opened, its chain stays closed: AEAT is not asked and nothing is sent. Start the workers with the key that',
    'sealed it as CERTIFICATE_KEY, or as CERTIFICATE_KEY_PREVIOUS beside a newer one (then run npm run engine -- org certificate reseal). If the key is lost, add the certificate again:',
    '',
    ...closed.map(
      ({ id, organizationId, issuerNif, subject, sealingKey }) =>
        `    certificate ${id}  ${issuerNif ?? 'all issuers'}  ${subject}  sealed with the key ${sealingKey}:  npm run engine -- org certificate add ${organizationId} <file>${issuerNif === null ? '' : ` --issuer ${issuerNif}`}`,
    ),
  ];
}
