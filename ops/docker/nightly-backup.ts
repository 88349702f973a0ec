import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findNewestBackup, findNextBackup } from '../../src/operate/backup/nightly.ts';

/*
 * The service `backup` of docker-compose.yml: runs `backup --into <directory> --keep <count>` every
 * night, and at once if the backup of the last night is missing. The image has neither cron nor a
 * shell. After a failed backup the health check of its container fails until a backup succeeds.
 * Ends on SIGTERM; a running backup is then left unfinished, which the next one reports.
 */

/** The pause after a failure, whose reason the command has logged. */
const RETRY_MS = 15 * 60_000;
/** The operations port, as in check-health.ts. */
const PORT = Number(process.env['OPS_PORT'] || 9464);
const ENGINE = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const { into, keep } = parseArgs({
  options: { into: { type: 'string' }, keep: { type: 'string' } },
}).values;
if (into === undefined || keep === undefined) {
  console.error('Name the directory for backups and the number to keep: --into <directory> --keep <count>');
  process.exit(2);
}

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

let hasFailed = false;
const health = createServer((_request, response) => void response.writeHead(hasFailed ? 503 : 200).end());
health.listen(PORT, '127.0.0.1');

while (!stopping.signal.aborted) {
  const next = findNextBackup(new Date(), await findNewestBackup(into));
  console.log(`The next backup starts at ${next.toISOString()}`);
  await rest(next.getTime() - Date.now());
  if (stopping.signal.aborted) break;
  hasFailed = (await backUp(into, keep)) !== 0;
  if (!hasFailed || stopping.signal.aborted) continue;
  console.error(`The backup failed. It is tried again in ${RETRY_MS / 60_000} minutes`);
  await rest(RETRY_MS);
}
health.close();

/** Runs the backup command. @returns its exit code. */
async function backUp(directory: string, count: string): Promise<number> {
  const command = spawn(process.execPath, [ENGINE, 'backup', '--into', directory, '--keep', count], {
    stdio: 'inherit',
  });
  const stop = () => command.kill();
  stopping.signal.addEventListener('abort', stop, { once: true });
  const [code] = (await once(command, 'close')) as [number | null];
  stopping.signal.removeEventListener('abort', stop);
  return code ?? 1;
}

/** Waits for a time, or until the service stops. */
async function rest(milliseconds: number): Promise<void> {
  await wait(Math.max(milliseconds, 0), undefined, { signal: stopping.signal }).catch(() => {});
}
