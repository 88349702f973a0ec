import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpGate = AsyncDisposable & {
  readonly port: number;
  /** Cuts every connection and refuses new ones. */
  close(): void;
  open(): void;
  /**
   * Accepts connections and bytes but forwards nothing until the gate is opened; what arrived
   * meanwhile is dropped.
   */
  hold(): void;
  /**
   * Existing connections stay open but forward nothing any more, as when a firewall forgets them.
   * New connections work.
   */
  silence(): void;
  /**
   * Accepts connections and bytes, and forwards all of them once the gate is opened, like a server
   * that is paused for a while.
   */
  stall(): void;
  /**
   * From now on, new connections go to another server, like a virtual address after a failover.
   * Existing connections stay.
   */
  leadTo(address: string): void;
};

/**
 * Opens a gate in front of the server of a URL.
 * @param delayMs the delay of all data in either direction.
 * @returns the URL through the gate, with the same login and path.
 */
export async function openGateTo(address: string, delayMs = 0): Promise<TcpGate & { readonly url: string }> {
  const url = new URL(address);
  const gate = await openTcpGate({ host: url.hostname, port: Number(url.port) }, delayMs);
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}

/**
 * Opens a gate in front of a server on loopback. Closing it simulates an outage without affecting
 * the server itself.
 */
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
    // Timers with the same delay fire in their order.
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
      // Connections whose data was dropped meanwhile are closed, because their conversation is
      // incomplete.
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
