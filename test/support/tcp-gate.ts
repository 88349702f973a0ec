import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpGate = AsyncDisposable & {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  close(): void;
  open(): void;
  /** Keeps every connection, and lets nothing through any more. */
  hang(): void;
};

/** A door in front of the server of an address. @returns the address through the door too, login and path kept. */
export async function openGateTo(address: string): Promise<TcpGate & { readonly url: string }> {
  const url = new URL(address);
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}

/** A door in front of a server on loopback: closing it is an outage that leaves the server itself alone. */
async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    hang() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
