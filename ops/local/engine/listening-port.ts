import { SetupError } from '../boot/boot-report.js';
import { findFreePorts, isPortFree } from '../servers/free-ports.ts';
import type { Claims } from './claims.ts';

/*
 * Between the look at a port and the process that listens there lie the migrations: another engine that starts meanwhile would see it free. So every
 * port is claimed before it is looked at.
 */

export type ListeningPort = 'PORT' | 'DASHBOARD_PORT' | 'AEAT_SANDBOX_PORT';

export type PortChoice = {
  readonly claims: Claims;
  /** What the last start had in its place; undefined on the first one. */
  readonly kept: number | undefined;
};

/**
 * Picks the port of a public address: the variable's value, which must then be free, else the usual port, else that of the last start, else any free one.
 * @returns the port, and a remark when it is not the one that people expect.
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
      `Stop what listens there, or set another ${variable}.`,
    );
  }
  if (await isTaken(usual, claims, host)) return { port: usual };
  return {
    port: (await takeFirst([kept], claims, host)) ?? (await takeAny(claims, host)),
    remark: `Port ${usual} is in use: another one was taken (${variable} sets it)`,
  };
}

/** How far from the usual ports others are looked for. */
const NEAR = 200;

export type OpsPortChoice = {
  readonly claims: Claims;
  /** What the last start had, by process. */
  readonly kept: Readonly<Record<string, number>>;
  /** Ports that are taken already, though nothing listens on them yet. */
  readonly others: readonly number[];
};

/**
 * Picks the operations port of each process, the same at every start, since something outside asks there: those of the last start, else those that
 * follow on the usual one, else the next free ones behind them.
 * @param usual OPS_PORT; 0 for any.
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
    // One after the other: what one process got the next one does not.
    picked[name] = (await takeFirst(candidates, claims)) ?? (await takeAny(claims));
  }
  return picked as Record<Name, number>;
}

/** @returns the first that is free, and is claimed then. */
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

/** @returns whether this engine has the port now. */
async function isTaken(port: number, claims: Claims, host = '127.0.0.1'): Promise<boolean> {
  return (await claims.take(`port/${host}/${port}`)) && (await isPortFree(port, host));
}
