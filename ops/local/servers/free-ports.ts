import { SetupError } from '../boot/boot-report.js';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';

/**
 * Finds ports that nothing listens on. Holds each until the last one is found, which makes them
 * distinct.
 * @param count the number of ports.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Returns whether a process can listen on this port. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await close(await listen(port, host));
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw new SetupError(
      `HOST ${host} can't be listened on: ${code}`,
      'Set HOST to an address of this machine.',
    );
  }
}

async function listen(port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
