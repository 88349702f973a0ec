import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpGate = AsyncDisposable & {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  close(): void;
  open(): void;
  /** Takes connections and bytes and passes nothing on, until it is opened. */
  hold(): void;
  /** Connections that are there stay, and pass nothing on any more, as when a firewall forgets them; new ones do. */
  silence(): void;
  /** Takes connections and bytes, and passes everything on once it is opened, as a server that is stopped for a while. */
  stall(): void;
  /** New connections go to another server from now on, as behind an address after a failover; those that are there stay. */
  leadTo(address: string): void;
};

/**
 * A door in front of the server of an address.
 * @param delayMs that everything takes longer in either direction.
 * @returns the address through the door too, login and path kept.
 */
export async function openGateTo(address: string, delayMs = 0): Promise<TcpGate & { readonly url: string }> {
  const url = new URL(address);
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, delayMs);
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}

/** A door in front of a server on loopback: closing it is an outage that leaves the server itself alone. */
async function openTcpGate(first: { host: string; port: number }, delayMs: number): Promise<TcpGate> {
  let target = first;
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  let isOpen = true;
  let isHeld = false;
  let isStalled = false;
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
        if (silenced.has(socket)) return;
        client.destroy();
        upstream.destroy();
      });
    }
    // Timers of one length fire in their order.
    const later = (work: () => void) => (delayMs === 0 ? work() : void setTimeout(work, delayMs));
    const pass = (from: Socket, to: Socket) =>
      from
        .on('data', (bytes: Buffer) => later(() => isHeld || silenced.has(to) || to.write(bytes)))
        .on('end', () => later(() => silenced.has(to) || to.end()));
    pass(client, upstream);
    pass(upstream, client);
    if (isStalled) for (const socket of [client, upstream]) socket.pause();
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
      // What was swallowed meanwhile would leave half a conversation.
      if (isHeld) for (const socket of sockets) socket.destroy();
      isHeld = false;
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    hold() {
      isHeld = true;
    },
    silence() {
      for (const socket of sockets) silenced.add(socket);
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    leadTo(address) {
      const { hostname, port } = new URL(address);
      target = { host: hostname, port: Number(port) };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
