import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildLoginAddresses } from '../../../ops/local/engine/engine-environment.ts';
import type { Secrets } from '../../../ops/local/engine/secrets.ts';
import { nameLoginVariable, PROCESS_ROLES } from '../../../src/platform/postgres/logins/process-roles.ts';
import type { StartedProject } from './started-project.ts';

/** Replaces the URLs, keys and directories that a document shows by those of a running engine. */
export function fillIn(text: string, { addresses, settings, output, directory }: StartedProject): string {
  const secrets = JSON.parse(readFileSync(path.join(directory, '.local', 'secrets.json'), 'utf8')) as Secrets;
  const owner = settings['MIGRATIONS_DATABASE_URL']!;
  const logins = buildLoginAddresses(owner, secrets);
  // The commands are read by a shell.
  const backups = `${directory.replaceAll(/[^\w./-]/g, '\\$&')}/backups`;
  const [, key = ''] = /(org_live_\S+)/.exec(output) ?? [];
  const shown = new Map([
    ['postgres://owner:…@db/engine', owner],
    ...PROCESS_ROLES.map(
      (role) => [`postgres://engine_${role}_login:…@db/engine`, logins[nameLoginVariable(role)]!] as const,
    ),
    ['org_live_…', key],
    ['/backups/', `${backups}/`],
    ['--into /backups ', `--into ${backups} `],
    ...Object.entries(addresses),
  ]);
  return [...shown].reduce((filled, [there, here]) => filled.replaceAll(there, here), text);
}
