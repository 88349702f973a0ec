import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';

/** Names that one engine has claimed and no other engine on this machine can claim. */
export type Claims = AsyncDisposable & {
  /**
   * @param name a name of at most 80 characters.
   * @returns false if another engine has claimed it.
   */
  take(name: string): Promise<boolean>;
};

/**
 * Opens the claims of one engine. Each claim is an abstract socket of Linux: it has no file that
 * could be left behind or removed, belongs to the network namespace like the ports, and disappears
 * with the process. On other systems every claim succeeds.
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

/** @returns the id of the process that has claimed a name; null if none has. */
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
