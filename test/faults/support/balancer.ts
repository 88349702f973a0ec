import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Balancer = AsyncDisposable & { readonly url: string };

/**
 * A load balancer in front of several ingresses, as in production. It hands each connection to the
 * next ingress that accepts it. It does not parse HTTP, so it does not repeat a request on a
 * connection whose ingress ends.
 * @param listPorts returns the current ports of the ingresses, for each connection.
 */
export async function openBalancer(listPorts: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    track(sockets, client);
    turn += 1;
    const ports = listPorts();
    hand(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)], sockets);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function hand(client: Socket, [port, ...rest]: readonly number[], sockets: Set<Socket>): void {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const upstream = connect({ host: '127.0.0.1', port });
  const next = () => hand(client, rest, sockets);
  upstream.once('error', next);
  upstream.once('connect', () => {
    upstream.off('error', next);
    track(sockets, upstream);
    client.pipe(upstream);
    upstream.pipe(client);
    // The pipes pass on a clean end as such; an error must become an error on the other side.
    client.once('close', () => upstream.destroy());
    upstream.once('error', () => client.destroy());
    upstream.once('close', () => client.destroySoon());
  });
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
}
