import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../test/support/eventually.ts';
import { isDaemonThere } from './find-docker.ts';
import { runCommand } from './run-command.ts';

/** The file with the process id of the daemon, for the next run if this one is killed. */
const NOTE = 'daemon.json';
const FORWARDING = '/proc/sys/net/ipv4/ip_forward';
/** The daemon's own address range, which distinguishes its networks from others. */
const BRIDGE = { address: '10.213.0.1/24', pool: 'base=10.214.0.0/16,size=24' };

export type Daemon = AsyncDisposable & { readonly host: string };

/**
 * Starts a separate Docker daemon. It is ended by its process id, and everything that it created is
 * removed: images, networks, firewall rules.
 * @param work the directory for its data and its log.
 */
export async function startDaemon(work: string): Promise<Daemon> {
  await endForgotten(work);
  // Its data are as large as the images; its sockets need short names.
  const data = path.join(work, 'data');
  const run = mkdtempSync(path.join(tmpdir(), 'ibe-docker-'));
  mkdirSync(data, { recursive: true });
  const host = `unix://${path.join(run, 'docker.sock')}`;
  const log = path.join(work, 'dockerd.log');
  const output = openSync(log, 'w');
  // If the daemon had to enable forwarding, its firewall policy would also drop the forwarded packets of other programs.
  const forwarding = readFileSync(FORWARDING, 'utf8');
  writeFileSync(FORWARDING, '1');
  const child = spawn(
    'dockerd',
    [
      `--data-root=${data}`,
      `--exec-root=${path.join(run, 'exec')}`,
      `--pidfile=${path.join(run, 'dockerd.pid')}`,
      `--host=${host}`,
      `--mtu=${readMtu()}`,
      `--bip=${BRIDGE.address}`,
      `--default-address-pool=${BRIDGE.pool}`,
    ],
    // The daemon does not belong to this terminal, because Ctrl-C must not end it before its containers.
    { stdio: ['ignore', output, output], detached: true },
  );
  closeSync(output);
  const exited = once(child, 'exit');
  writeFileSync(path.join(work, NOTE), JSON.stringify({ pid: child.pid, run }));
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await exited;
    writeFileSync(FORWARDING, forwarding);
    await removeTraces(run);
    for (const place of [data, run, path.join(work, NOTE)]) rmSync(place, { recursive: true, force: true });
  }
  try {
    const isUp = async () => {
      if (child.exitCode !== null)
        throw new Error(`dockerd ended: ${readFileSync(log, 'utf8').slice(-1000)}`);
      return isDaemonThere({ DOCKER_HOST: host });
    };
    await eventually(isUp, { within: 60_000, every: 200, what: 'the Docker daemon' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, [Symbol.asyncDispose]: stop };
}

/** Ends the daemon of a killed run by its process id, if that process still uses our data. */
async function endForgotten(work: string): Promise<void> {
  const note = path.join(work, NOTE);
  if (!existsSync(note)) return;
  const { pid, run } = JSON.parse(readFileSync(note, 'utf8')) as { pid: number; run: string };
  const command = `/proc/${pid}/cmdline`;
  const isOurs = () => existsSync(command) && readFileSync(command, 'utf8').includes(`--exec-root=${run}`);
  if (isOurs()) {
    process.kill(pid, 'SIGTERM');
    await eventually(() => !isOurs(), { within: 60_000, every: 100, what: 'the end of an earlier daemon' });
  }
  await removeTraces(run);
  for (const place of [path.join(work, 'data'), run, note]) rmSync(place, { recursive: true, force: true });
}

/** Returns the MTU of the outgoing interface, because larger packets would be lost silently. */
function readMtu(): number {
  const [, name] = /^(\S+)\t00000000\t/m.exec(readFileSync('/proc/net/route', 'utf8')) ?? [];
  return name === undefined ? 1500 : Number(readFileSync(`/sys/class/net/${name}/mtu`, 'utf8'));
}

/** Lists the commands that remove the firewall rules of a Docker daemon. @param rules the output of `iptables -S`. */
function findTraces(rules: string): string[][] {
  const lines = rules.split('\n');
  const own = lines.filter((line) => /^-A .*(?:-j DOCKER|-[io] docker0|10\.21[34]\.)/.test(line));
  const chains = lines.flatMap((line) => /^-N (DOCKER\S*)$/.exec(line)?.[1] ?? []);
  return [
    ...own.filter((line) => !line.startsWith('-A DOCKER')).map((line) => ['-D', ...line.split(' ').slice(1)]),
    ...chains.map((chain) => ['-F', chain]),
    ...chains.map((chain) => ['-X', chain]),
  ];
}

/** Lists the bridges with an address of our range. @param addresses the output of `ip -brief -4 address`. */
function findBridges(addresses: string): string[] {
  return addresses.split('\n').flatMap((line) => /^(docker0|br-\w+)\s.*\b10\.21[34]\./.exec(line)?.[1] ?? []);
}

/** Lists the mounts below a directory from /proc/mounts, the deepest first. */
function findMounts(mounts: string, directory: string): string[] {
  return mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${directory}/`))
    .toReversed();
}

/** @param run the directory in which the daemon kept networks of interrupted builds. */
async function removeTraces(run: string): Promise<void> {
  for (const place of findMounts(readFileSync('/proc/mounts', 'utf8'), run))
    await runCommand('umount', [place], { codes: [0, 32] });
  for (const program of ['iptables', 'ip6tables'])
    for (const table of ['filter', 'nat']) {
      const { out } = await runCommand(program, ['-t', table, '-S'], { codes: [0, 1, 3] });
      for (const args of findTraces(out))
        await runCommand(program, ['-t', table, ...args], { codes: [0, 1] });
    }
  const { out } = await runCommand('ip', ['-brief', '-4', 'address']);
  for (const bridge of findBridges(out))
    await runCommand('ip', ['link', 'delete', bridge], { codes: [0, 1] });
}
