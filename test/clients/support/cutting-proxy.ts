import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The number of bytes since the previous break, in either direction, after which the connection is
 * broken.
 */
export type Cut = { readonly requestBytes: number } | { readonly answerBytes: number };

export type CuttingProxy = AsyncDisposable & {
  readonly url: string;
  /** The number of breaks so far. */
  readonly made: number;
  /** The number of bytes since the last break. */
  readonly passed: { readonly request: number; readonly answer: number };
};

/**
 * Opens a proxy that breaks connections at given places, one after the other, and then forwards
 * everything.
 */
export async function openCuttingProxy(target: string, cuts: readonly Cut[]): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let made = 0;
  let passed = { request: 0, answer: 0 };
  const findRoom = (direction: keyof typeof passed) => {
    const wanted = (cuts[made] as Record<string, number> | undefined)?.[`${direction}Bytes`];
    return wanted === undefined ? Infinity : wanted - passed[direction];
  };
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let isCut = false;
    const pass = (from: Socket, to: Socket, direction: keyof typeof passed) =>
      from.on('data', (bytes: Buffer) => {
        if (isCut) return;
        const through = bytes.subarray(0, Math.min(findRoom(direction), bytes.length));
        passed[direction] += through.length;
        if (findRoom(direction) > 0) return void to.write(through);
        isCut = true;
        made += 1;
        passed = { request: 0, answer: 0 };
        // The bytes before the break are forwarded, then both connections are closed.
        to.write(through, () => setTimeout(end, 5));
      });
    pass(client, upstream, 'request');
    pass(upstream, client, 'answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get made() {
      return made;
    },
    get passed() {
      return passed;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
