import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import type { Account } from '../../../ops/local/servers/server-process.ts';
import { buildAddress, type MachineName } from '../machines.ts';
import {
  listProcesses,
  makeNamespaces,
  mayMakeNamespaces,
  nameNamespace,
  type Names,
  removeNamespaces,
} from './namespaces.ts';

/** The machines of a cluster, as network namespaces or as loopback addresses. */
export type Ground = {
  /** Machines on loopback have no network between them that could be cut or slowed down. */
  readonly kind: 'namespaces' | 'loopback';
  readonly names: Names;
  addressOf(machine: MachineName): string;
  /** The address under which the other machines see this machine. */
  readonly host: string;
  /** @returns the command that runs a program on a machine, optionally under another account. */
  place(machine: MachineName, command: readonly string[], options: PlaceOptions): readonly string[];
  processesOf(machine: MachineName): number[];
  /** Removes what is left of this run or an earlier one. */
  clear(): Promise<void>;
};

export type PlaceOptions = {
  readonly account?: Account | undefined;
  /** The signal that the kernel sends to the program when the process that started it ends. */
  readonly deathSignal: 'TERM' | 'KILL';
};

/** The environment variable that identifies the processes of a machine on loopback. */
const MACHINE_VARIABLE = 'CLUSTER_MACHINE';

/** Creates the machines. Each clone of the project has its own names and addresses. */
export async function openGround(): Promise<Ground> {
  const digest = hash('sha256', ROOT);
  const id = digest.slice(0, 6);
  const third = Number.parseInt(digest.slice(6, 8), 16);
  const names = { prefix: `ibe-${id}`, hostLink: `ibe-${id}`, net: `10.213.${third}` };
  if (process.getuid?.() === 0) await removeNamespaces(names);
  if (!mayMakeNamespaces(names)) {
    const ground = buildLoopback({ ...names, net: `127.213.${third}` });
    await ground.clear();
    return ground;
  }
  makeNamespaces(names);
  return buildNamespaces(names);
}

function buildNamespaces(names: Names): Ground {
  return {
    kind: 'namespaces',
    names,
    host: `${names.net}.1`,
    addressOf: (machine) => buildAddress(names.net, machine),
    place: (machine, command, options) => [
      'ip',
      'netns',
      'exec',
      nameNamespace(names, machine),
      ...bind(command, options),
    ],
    processesOf: (machine) => listProcesses(names, machine),
    clear: () => removeNamespaces(names),
  };
}

function buildLoopback(names: Names): Ground {
  const place: Ground['place'] = (machine, command, options) => [
    'env',
    `${MACHINE_VARIABLE}=${nameNamespace(names, machine)}`,
    ...bind(command, options),
  ];
  return {
    kind: 'loopback',
    names,
    host: '127.0.0.1',
    addressOf: (machine) => buildAddress(names.net, machine),
    place,
    processesOf: (machine) => listMarked((mark) => mark === nameNamespace(names, machine)),
    async clear() {
      for (const pid of listMarked((mark) => mark.startsWith(`${names.prefix}-`))) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has just ended.
        }
      }
    },
  };
}

/**
 * The account is changed before the signal is set, because the kernel clears the signal when the
 * account changes.
 */
function bind(command: readonly string[], { account, deathSignal }: PlaceOptions): readonly string[] {
  const own = account === undefined || account.uid === process.getuid?.();
  const change = own ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return ['setpriv', ...change, '--pdeathsig', deathSignal, '--', ...command];
}

/**
 * Returns the processes whose environment names one of the machines. PostgreSQL's session processes
 * overwrite their environment; they end with their server.
 */
function listMarked(isWanted: (mark: string) => boolean): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isWanted(readMark(pid)));
}

function readMark(pid: number): string {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const found = variables.find((variable) => variable.startsWith(`${MACHINE_VARIABLE}=`));
    return found?.slice(MACHINE_VARIABLE.length + 1) ?? '';
  } catch {
    return '';
  }
}
