import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestServer = AsyncDisposable & {
  readonly url: string;
  /** The number of requests so far. */
  readonly requests: number;
};

/** The answer with which a server opens a session that does not end. */
export const SESSION = { session_token: 'a', expires_at: '2999-01-01T00:00:00Z' };

/** Opens a server that is not the engine. */
export async function openServer(answer: RequestListener): Promise<TestServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
