import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';

/** What one engine has taken, so that no other one on this machine takes it too. */
export type Claims = AsyncDisposable & {
  /**
   * @param name of at most 80 characters.
   * @returns false when another engine has it.
   */
  take(name: string): Promise<boolean>;
};

/**
 * Opens the claims of one engine. Each is an abstract socket of Linux: it has no file that could be left behind or removed, it lies beside the
 * ports, and it is gone with the process, however that ends. Where there is no such thing nothing is kept from anybody.
 */
export function openClaims(): Claims {
  const held = new Map<string, Server>();
  return {
    async take(name) {
      if (process.platform !== 'linux') return true;
      if (held.has(name)) return true;
      const server = createServer((connection) => {
        connection.on('error', () => {});
        connection.end(String(process.pid));
      });
      server.unref();
      server.listen(nameSocket(name));
      try {
        await once(server, 'listening');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
        throw error;
      }
      held.set(name, server);
      return true;
    },
    async [Symbol.asyncDispose]() {
      const closing = [...held.values()].map(async (server) => {
        const closed = once(server, 'close');
        server.close();
        await closed;
      });
      held.clear();
      await Promise.all(closing);
    },
  };
}

/** @returns the process that has claimed something; null where nobody has. */
export async function findClaimant(name: string): Promise<number | null> {
  const connection = createConnection(nameSocket(name));
  try {
    return Number(await text(connection));
  } catch {
    return null;
  } finally {
    connection.destroy();
  }
}

function nameSocket(name: string): string {
  return `\0invoice-batch-engine/${name}`;
}
