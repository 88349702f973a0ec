import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that passed through the proxy, and its fate. */
export type Passage = {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** In ms, on the process's clock. */
  readonly at: number;
  readonly fate: Fate;
};

type Fate = 'passed' | 'busy' | 'limited' | 'answer lost' | 'session ended' | 'cut in the middle';

export type BrokenWay = AsyncDisposable & { readonly url: string; readonly passages: readonly Passage[] };

/** The fates of the first requests of each kind, in order; later requests pass. */
const FATES: readonly (readonly [RegExp, readonly Fate[]])[] = [
  [/\/auth\/sessions$/, ['busy']],
  [/\/invoice_batches$/, ['session ended', 'busy', 'answer lost']],
  [/\/summary$/, ['limited']],
  [/\/pdfs$/, ['cut in the middle']],
];

/** The Retry-After, in seconds, of the answers `busy` and `limited`. */
export const RETRY_AFTER = 2;

/**
 * Opens a proxy to an engine in which each step of a program meets each possible failure exactly
 * once.
 */
export async function openBrokenWay(engine: string): Promise<BrokenWay> {
  const passages: Passage[] = [];
  const left = FATES.map(([path, fates]) => ({ path, fates: [...fates] }));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const path = url.split('?', 1)[0]!;
    const fate = left.find((entry) => entry.path.test(path))?.fates.shift() ?? 'passed';
    const key = headers['idempotency-key'] as string | undefined;
    passages.push({ method, path, idempotencyKey: key, at: performance.now(), fate });
    const body = await buffer(request);
    if (fate === 'busy' || fate === 'limited') {
      response.writeHead(fate === 'busy' ? 503 : 429, { 'Retry-After': RETRY_AFTER }).end('{}');
      return;
    }
    const authorization = headers.authorization ?? '';
    if (fate === 'session ended')
      await fetch(`${engine}/api/v1/auth/sessions`, { method: 'DELETE', headers: { authorization } });
    const answer = await fetch(`${engine}${url}`, {
      method,
      headers: {
        authorization,
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fate === 'answer lost') return void request.socket.destroy();
    response.writeHead(answer.status, { ...pickHeaders(answer), 'content-length': bytes.length });
    if (fate !== 'cut in the middle') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  }

  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pickHeaders(answer: Response): Record<string, string> {
  return Object.fromEntries(
    [...answer.headers].filter(([name]) => ['content-type', 'retry-after'].includes(name)),
  );
}
