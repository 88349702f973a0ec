import { appendFileSync, chmodSync, chownSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Account } from './server-process.ts';

/**
 * Copies a running server with PostgreSQL's low-level backup API to a directory for its streaming
 * standby. The npm package has no pg_basebackup.
 * @param url an address with a login that may replicate.
 * @param name the application name of the standby at the primary.
 */
export async function copyCluster(
  url: string,
  from: string,
  to: string,
  account: Account | undefined,
  name: string,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  cpSync(from, to, { recursive: true });
  chmodSync(to, 0o700);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(path.join(to, 'postmaster.pid'), { force: true });
  writeFileSync(path.join(to, 'backup_label'), rows[0]!.labelfile);
  writeFileSync(path.join(to, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(url);
  const primary = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
  appendFileSync(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  if (account) for (const place of listAll(to)) chownSync(place, account.uid, account.gid);
}

function listAll(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return [directory, ...entries.map((entry) => path.join(directory, entry))];
}
