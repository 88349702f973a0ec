import { Command } from 'commander';
import { nameKey } from '../../src/platform/secrets/seal-secret.ts';
import { readCertificateKeys } from '../../src/platform/config/certificate-keys.ts';
import { type Restored, restoreBackup } from '../../src/operate/backup/restore-backup.ts';
import { type OrderOptions, readOrder, readPath, withOrder, withOwner } from './command-context.ts';
import { formatDay, print } from './print.ts';

/* npm run restore: fills an empty, migrated database from a backup. See docs/backup.md. */

/** Every key and certificate that works again is printed here once; whoever misses it must know that there is something to do. */
const WHERE_ELSE =
  'The database is restored, but what is live again in it could not be shown: before you start the product, see npm run engine -- org list and npm run engine -- org certificate list';

type Options = OrderOptions & { input: string; keepSessions?: boolean };

export const command = withOrder(new Command('restore'))
  .description(
    'fill an empty, migrated database from a backup; all of it or nothing. Ends all sessions and lists the keys that are live again',
  )
  .requiredOption('--input <directory>', 'what npm run engine -- backup wrote', readPath)
  .option(
    '--keep-sessions',
    'do not end the sessions: only where no key can have been revoked since the backup',
  )
  .action(({ input, keepSessions, ...options }: Options) =>
    withOwner(async ({ orm }, environment) => {
      const certificateKeys = readCertificateKeys(environment);
      const order = { ...readOrder(options), keepsSessions: keepSessions ?? false, certificateKeys };
      const restored = await restoreBackup(orm, input, new Date(), order);
      const { manifest, chains } = restored;
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const lines = [
        `Restored ${rows} rows of ${manifest.takenAt}; counts and checksums are right, ${chains} chains intact.`,
        'Nothing is issued in a chain until the workers have compared it with AEAT: npm run engine -- chains shows how that stands.',
        ...describeAccess(restored, order.keepsSessions),
        ...describeClosed(restored, certificateKeys),
      ];
      await print(lines, WHERE_ELSE);
    }),
  );

/** What was taken away after the backup works again, and only people can know what that was. */
function describeAccess({ manifest, access }: Restored, keepSessions: boolean): string[] {
  const { keys, certificates, sessions } = access;
  return [
    '',
    `LIVE AGAIN: everything that was revoked, removed or erased after ${manifest.takenAt} is back. Before you start the product:`,
    '',
    keepSessions
      ? `  Sessions: ${sessions} ARE LIVE, also of keys that were revoked since (--keep-sessions).`
      : `  Sessions: ended, all of them (${sessions} would have been live). Clients open new ones with their keys.`,
    `  API keys: ${keys.length} are live. Revoke again what was revoked:`,
    ...keys.map(
      ({ id, prefix, organizationId, organizationName, createdAt }) =>
        `    key ${id}  ${prefix}…  organization ${organizationId} ${organizationName}, made ${formatDay(createdAt)}:  npm run engine -- org revoke ${id}`,
    ),
    ...(certificates.length === 0
      ? []
      : [`  Certificates: ${certificates.length} are there. Remove again what was removed:`]),
    ...certificates.map(
      ({ id, organizationId, issuerNif, subject }) =>
        `    certificate ${id}  ${issuerNif ?? 'all issuers'}  ${subject}:  npm run engine -- org certificate remove ${organizationId} ${id}`,
    ),
    '  What was erased since is there again: npm run engine -- retention --execute',
    '',
    `Where the old database still answers, it knows what was done since: npm run engine -- audit --since ${manifest.takenAt}`,
  ];
}

/** A certificate that does not open is as good as none: its issuers' chains stay closed, since AEAT is not asked about them. */
function describeClosed({ closed }: Restored, keys: readonly Uint8Array[]): string[] {
  if (closed.length === 0) return [];
  const names = keys.map(nameKey);
  const count = `${closed.length} ${closed.length === 1 ? 'certificate' : 'certificates'}`;
  return [
    '',
    names.length === 0
      ? `CERTIFICATE_KEY IS NOT SET HERE: ${count} cannot be opened without it.`
      : `DO NOT OPEN: ${count}, with the keys of the settings (${names.join(', ')}).`,
    'For issuers whose certificate in use is among them AEAT is not asked and nothing is sent: their chains stay closed. Start the workers with the key that',
    'sealed it as CERTIFICATE_KEY, or as CERTIFICATE_KEY_PREVIOUS beside a newer one (then npm run engine -- org certificate reseal). Where that is lost, add it again:',
    '',
    ...closed.map(
      ({ id, organizationId, issuerNif, subject, sealingKey }) =>
        `    certificate ${id}  ${issuerNif ?? 'all issuers'}  ${subject}  sealed with the key ${sealingKey}:  npm run engine -- org certificate add ${organizationId} <file>${issuerNif === null ? '' : ` --issuer ${issuerNif}`}`,
    ),
  ];
}
