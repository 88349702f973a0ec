import { connect, type Socket } from 'node:net';

export type Answer = { readonly status: number; readonly body: Buffer };

const HEAD_END = Buffer.from('\r\n\r\n');
/** Connections that are kept open, as a client's are, by host and port. */
const idle = new Map<string, Socket[]>();

/**
 * Sends a request with as little of a client as there can be, on one core with what it measures, and reads the whole answer.
 * @throws when the connection fails, or the answer does not say how long it is.
 */
export async function sendRequest(
  method: 'GET' | 'POST',
  address: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<Answer> {
  const { host, pathname, search } = new URL(address);
  const free = idle.get(host) ?? [];
  idle.set(host, free);
  const socket = free.pop() ?? openSocket(host);
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
  ];
  socket.cork();
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body !== undefined) socket.write(body);
  socket.uncork();
  const { head, ...answer } = await readAnswer(socket);
  if (/^connection: close$/im.test(head)) socket.destroy();
  else free.push(socket);
  return answer;
}

function openSocket(host: string): Socket {
  const [name, port] = host.split(':');
  return connect({ host: name!, port: Number(port), noDelay: true });
}

function readAnswer(socket: Socket): Promise<Answer & { readonly head: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer & { head: string }>();
  const chunks: Buffer[] = [];
  let head: string | null = null;
  let missing = 0;
  const fail = (error?: Error) => reject(error ?? new Error('The connection was closed before the answer'));
  const read = (chunk: Buffer) => {
    chunks.push(chunk);
    missing -= chunk.length;
    if (head === null) {
      const received = Buffer.concat(chunks.splice(0));
      const end = received.indexOf(HEAD_END);
      chunks.push(end === -1 ? received : received.subarray(end + HEAD_END.length));
      if (end === -1) return;
      head = received.toString('latin1', 0, end);
      const length = /^content-length: (\d+)$/im.exec(head)?.[1];
      if (length === undefined) return fail(new Error(`The answer has no length: ${head}`));
      missing = Number(length) - chunks[0]!.length;
    }
    if (missing === 0) resolve({ head, status: Number(head.slice(9, 12)), body: Buffer.concat(chunks) });
  };
  socket.on('data', read).once('error', fail).once('close', fail);
  return promise.finally(() => socket.off('data', read).off('error', fail).off('close', fail));
}
