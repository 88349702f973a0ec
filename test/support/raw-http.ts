import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';

export type RawAnswer = {
  /** 0 if the connection closed without an answer. */
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};

/** A connection that sends bytes verbatim, whatever they mean in HTTP. */
export type RawConnection = Disposable & {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Waits for the next complete answer or for the end of the connection. */
  receive(): Promise<RawAnswer>;
  /** Waits until the server has closed the connection. */
  ended(): Promise<void>;
};

const NO_ANSWER: RawAnswer = { status: 0, headers: {}, body: '' };

/** Connects to an app, which starts to listen. */
export async function openRawConnection(app: FastifyInstance): Promise<RawConnection> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await once(socket, 'connect');
  // The pieces are joined only when they are read; joining them with every piece would take
  // quadratic time.
  let pieces: Buffer[] = [];
  let changed = Promise.withResolvers<void>();
  const connection = { isOver: false };
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const finish = () => {
    connection.isOver = true;
    tell();
  };
  socket.on('data', (bytes: Buffer) => {
    pieces.push(bytes);
    tell();
  });
  // A reset also ends the connection.
  socket.on('error', finish).on('end', finish).on('close', finish);
  const change = () => changed.promise;
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async receive() {
      for (;;) {
        const [answer, rest] = takeAnswer(Buffer.concat(pieces));
        pieces = [rest];
        if (answer) return answer;
        if (connection.isOver) return NO_ANSWER;
        await change();
      }
    },
    async ended() {
      while (!connection.isOver) await change();
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
}

/** Sends one message on its own connection. */
export async function exchangeRaw(app: FastifyInstance, bytes: string | Buffer): Promise<RawAnswer> {
  using connection = await openRawConnection(app);
  connection.send(bytes);
  return await connection.receive();
}

/** Parses only answers with a Content-Length, because the API sends no others. */
function takeAnswer(received: Buffer): [RawAnswer | null, Buffer] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [null, received];
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const length = headers['content-length'];
  if (length === undefined && status >= 200)
    throw new Error(`the answer has no Content-Length: ${statusLine}`);
  const whole = end + 4 + Number(length ?? 0);
  if (received.length < whole) return [null, received];
  return [{ status, headers, body: received.toString('utf8', end + 4, whole) }, received.subarray(whole)];
}
