import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../../../local/boot/layout.ts';
import type { Account } from '../../../local/servers/server-process.ts';
import { buildAddress, type MachineName } from '../machines.ts';
import {
  listProcesses,
  makeNamespaces,
  mayMakeNamespaces,
  nameNamespace,
  type Names,
  removeNamespaces,
} from './namespaces.ts';

/** What the machines of a cluster are made of. */
export type Ground = {
  /** On loopback there is no network between machines that could be cut or slowed. */
  readonly kind: 'namespaces' | 'loopback';
  readonly names: Names;
  addressOf(machine: MachineName): string;
  /** The address by which this machine is seen by the others. */
  readonly host: string;
  /** @returns the command that runs a program on a machine, under an account where that is another. */
  place(machine: MachineName, command: readonly string[], options: PlaceOptions): readonly string[];
  processesOf(machine: MachineName): number[];
  /** Takes away what is left of this or an earlier run. */
  clear(): Promise<void>;
};

export type PlaceOptions = {
  readonly account?: Account | undefined;
  /** What the kernel sends the program when the process that started it is gone. */
  readonly deathSignal: 'TERM' | 'KILL';
};

/** By which the processes of a machine on loopback are known. */
const MACHINE_VARIABLE = 'CLUSTER_MACHINE';

/** Makes the machines: each clone of the project has names and addresses of its own. */
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
          // It ended in this moment.
        }
      }
    },
  };
}

/** The account is taken before the signal is asked for: the kernel forgets it with a change of accounts. */
function bind(command: readonly string[], { account, deathSignal }: PlaceOptions): readonly string[] {
  const own = account === undefined || account.uid === process.getuid?.();
  const change = own ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return ['setpriv', ...change, '--pdeathsig', deathSignal, '--', ...command];
}

/** Processes whose environment names a machine that is wanted. Those of PostgreSQL's sessions lose it, and end with their server. */
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
