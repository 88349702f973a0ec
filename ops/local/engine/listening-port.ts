import { SetupError } from '../boot/boot-report.js';
import { findFreePorts, isPortFree } from '../servers/free-ports.ts';

/**
 * Picks the port of a public address: the variable's value, which must then be free, else the usual port, else any free one.
 * @returns the port, and a remark when it is not the one that people expect.
 */
export async function pickListeningPort(
  variable: 'PORT' | 'DASHBOARD_PORT' | 'AEAT_SANDBOX_PORT',
  usual: number,
): Promise<{ port: number; remark?: string }> {
  const host = process.env['HOST'] || '127.0.0.1';
  const wanted = process.env[variable];
  if (wanted) {
    const port = Number(wanted);
    if (!/^\d+$/.test(wanted) || port > 65535)
      throw new SetupError(`${variable} must be a port number from 0 to 65535`);
    if (port === 0) return { port: await findFreePort() };
    if (await isPortFree(port, host)) return { port };
    throw new SetupError(
      `${variable} ${port} is in use`,
      `Stop what listens there, or set another ${variable}.`,
    );
  }
  if (await isPortFree(usual, host)) return { port: usual };
  return {
    port: await findFreePort(),
    remark: `Port ${usual} is in use: another one was taken (${variable} sets it)`,
  };
}

/**
 * Picks the operations port of each process: those that follow on the usual one, the same every time; any free one in the place of one that is in use.
 * @param others ports that are taken already, though nothing listens on them yet.
 */
export async function pickOpsPorts<Name extends string>(
  names: readonly Name[],
  usual: number,
  others: readonly number[],
): Promise<Readonly<Record<Name, number>>> {
  const spare = await findFreePorts(names.length);
  const picked = names.map(async (name, index) => {
    const port = usual + index;
    const isFree = usual > 0 && port < 65_536 && !others.includes(port) && (await isPortFree(port));
    return [name, isFree ? port : spare[index]!] as const;
  });
  return Object.fromEntries(await Promise.all(picked)) as Record<Name, number>;
}

async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}
