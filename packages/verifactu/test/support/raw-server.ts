import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type RawServer = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** The complete requests so far, as received. */
  readonly requests: readonly string[];
  /** The number of connections so far. */
  readonly connections: number;
};

type Respond = (socket: Socket, request: string) => void;

/**
 * Opens a server on loopback that calls `respond` for each complete request. The answer need not be
 * HTTP.
 */
export function openRawServer(respond: Respond, tls?: TlsOptions): Promise<RawServer> {
  const requests: string[] = [];
  const serve = (socket: Socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (!isWhole(received)) return;
      requests.push(received.toString('utf8'));
      received = Buffer.alloc(0);
      respond(socket, requests.at(-1)!);
    });
  };
  return listen(tls ? createTlsServer(tls, serve) : createServer(serve), requests, tls !== undefined);
}

/** Opens a server that answers as soon as a request begins and reads no more of it. */
export function openImpatientServer(answer: string): Promise<RawServer> {
  const serve = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.pause().end(answer));
  };
  return listen(createServer(serve), [], false);
}

async function listen(server: Server, requests: readonly string[], isTls: boolean): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const state = { connections: 0 };
  server.on('connection', (socket: Socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return state.connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(end, 0)))?.[1];
  return end !== -1 && received.length >= end + 4 + Number(length ?? 0);
}

/** Builds an HTTP answer with its content length, for `socket.end`. */
export function writeHttp(
  body: string,
  status = '200 OK',
  headers: Readonly<Record<string, string>> = {},
): string {
  const fields = {
    date: 'Fri, 20 Nov 2026 09:15:31 GMT',
    'content-type': 'text/xml;charset=UTF-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}
