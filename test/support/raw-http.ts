import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';

export type RawAnswer = {
  /** 0 when the connection closed without an answer. */
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};

/** A connection that sends bytes as they are, whatever they mean in HTTP. */
export type RawConnection = Disposable & {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Waits for the next whole answer, or for the connection's end. */
  receive(): Promise<RawAnswer>;
  /** Waits until the server has closed the connection. */
  ended(): Promise<void>;
};

const NO_ANSWER: RawAnswer = { status: 0, headers: {}, body: '' };

/** Connects to an app, which listens from then on. */
export async function openRawConnection(app: FastifyInstance): Promise<RawConnection> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  await once(socket, 'connect');
  // Put together when somebody asks: with every piece it would be quadratic work.
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
  // A reset is an end too.
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

/** Sends one message on a connection of its own. */
export async function exchangeRaw(app: FastifyInstance, bytes: string | Buffer): Promise<RawAnswer> {
  using connection = await openRawConnection(app);
  connection.send(bytes);
  return await connection.receive();
}

/** Only answers with a Content-Length are understood: the API makes no others. */
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
    throw new Error(`an answer without Content-Length: ${statusLine}`);
  const whole = end + 4 + Number(length ?? 0);
  if (received.length < whole) return [null, received];
  return [{ status, headers, body: received.toString('utf8', end + 4, whole) }, received.subarray(whole)];
}
