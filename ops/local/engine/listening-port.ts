import { SetupError } from '../boot/boot-report.js';
import { findFreePorts, isPortFree } from '../servers/free-ports.ts';
import type { Claims } from './claims.ts';

/*
 * The migrations run between the check of a port and the start of the process that listens there.
 * Another engine that starts meanwhile would find the port free, so every port is claimed before it
 * is checked.
 */

export type ListeningPort = 'PORT' | 'DASHBOARD_PORT' | 'AEAT_SANDBOX_PORT';

export type PortChoice = {
  readonly claims: Claims;
  /** The port of the last start; undefined on the first start. */
  readonly kept: number | undefined;
};

/**
 * Picks the port of a public address: the value of the variable, which must be free; otherwise the
 * usual port, that of the last start, or any free one.
 * @returns the port, and a remark if it is not the usual one.
 */
export async function pickListeningPort(
  variable: ListeningPort,
  usual: number,
  { claims, kept }: PortChoice,
): Promise<{ port: number; remark?: string }> {
  const host = process.env['HOST'] || '127.0.0.1';
  const wanted = process.env[variable];
  if (wanted) {
    const port = Number(wanted);
    if (!/^\d+$/.test(wanted) || port > 65535)
      throw new SetupError(`${variable} must be a port number from 0 to 65535`);
    if (port === 0) return { port: (await takeFirst([kept], claims, host)) ?? (await takeAny(claims, host)) };
    if (await isTaken(port, claims, host)) return { port };
    throw new SetupError(
      `${variable} ${port} is in use`,
      `Stop the program that listens there, or set another ${variable}.`,
    );
  }
  if (await isTaken(usual, claims, host)) return { port: usual };
  return {
    port: (await takeFirst([kept], claims, host)) ?? (await takeAny(claims, host)),
    remark: `Port ${usual} is in use, so another one was chosen (set it with ${variable})`,
  };
}

/** The number of ports after the usual ones that are tried. */
const NEAR = 200;

export type OpsPortChoice = {
  readonly claims: Claims;
  /** The ports of the last start, by process. */
  readonly kept: Readonly<Record<string, number>>;
  /** Ports that are reserved already, although nothing listens on them yet. */
  readonly others: readonly number[];
};

/**
 * Picks the operations port of each process. They stay the same at every start if possible, since
 * monitoring connects to them: those of the last start, otherwise those from the usual one on,
 * otherwise the next free ones.
 * @param usual OPS_PORT; 0 for any port.
 */
export async function pickOpsPorts<Name extends string>(
  names: readonly Name[],
  usual: number,
  { claims, kept, others }: OpsPortChoice,
): Promise<Readonly<Record<Name, number>>> {
  const picked: Partial<Record<Name, number>> = {};
  const behind = Array.from({ length: NEAR }, (_, index) => usual + names.length + index);
  for (const [index, name] of names.entries()) {
    const near = usual === 0 ? [] : [usual + index, ...behind];
    const taken = new Set([...others, ...Object.values<number | undefined>(picked)]);
    const candidates = [kept[name], ...near].filter((port) => !taken.has(port));
    // Sequential, because a port that one process gets is not available for the next.
    picked[name] = (await takeFirst(candidates, claims)) ?? (await takeAny(claims));
  }
  return picked as Record<Name, number>;
}

/** Claims the first free port. */
async function takeFirst(
  candidates: readonly (number | undefined)[],
  claims: Claims,
  host?: string,
): Promise<number | undefined> {
  for (const port of candidates) {
    const isPort = port !== undefined && port <= 65_535;
    if (isPort && (await isTaken(port, claims, host))) return port;
  }
  return undefined;
}

async function takeAny(claims: Claims, host?: string): Promise<number> {
  for (;;) {
    const [port = 0] = await findFreePorts(1);
    if (await isTaken(port, claims, host)) return port;
  }
}

/** Claims a port if it is free. @returns whether this engine has the port now. */
async function isTaken(port: number, claims: Claims, host = '127.0.0.1'): Promise<boolean> {
  return (await claims.take(`port/${host}/${port}`)) && (await isPortFree(port, host));
}
