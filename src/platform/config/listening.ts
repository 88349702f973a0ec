import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';

type HostName = 'HOST' | 'OPS_HOST';
type PortName = 'PORT' | 'DASHBOARD_PORT' | 'OPS_PORT';

const EVERYWHERE = new Set(['0.0.0.0', '::']);

/**
 * Finds that both servers of a process would use the same port.
 * @param portName the port of the server beside the operations port. They listen on HOST and
 *   OPS_HOST.
 * @returns a line for the fault, or none.
 */
export function findPortFaults<Name extends 'PORT' | 'DASHBOARD_PORT'>(
  environment: Pick<Environment, HostName | 'OPS_PORT' | Name>,
  portName: Name,
): string[] {
  const { HOST: host, OPS_HOST: opsHost, OPS_PORT: opsPort } = environment;
  const meet = host === opsHost || EVERYWHERE.has(host) || EVERYWHERE.has(opsHost);
  const port: number = environment[portName];
  return meet && port !== 0 && port === opsPort ? [`${portName} and OPS_PORT must not be the same port`] : [];
}

/**
 * Starts to listen.
 * @throws ConfigurationError that names the setting if the system refuses the address.
 */
export async function listenAs<T>(
  hostName: HostName,
  portName: PortName,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`${portName} is in use already`, { cause: error });
    if (code === 'EACCES') {
      throw new ConfigurationError(`${portName} needs rights that this process does not have`, {
        cause: error,
      });
    }
    if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') {
      throw new ConfigurationError(`${hostName} is not an address that this process can listen on: ${code}`, {
        cause: error,
      });
    }
    throw error;
  }
}
