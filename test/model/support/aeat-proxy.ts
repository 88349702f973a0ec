import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Stops } from './stops.ts';

/** A proxy between a worker and AEAT's stand-in that can stop and drop messages and answers. */
export type AeatProxy = AsyncDisposable & {
  readonly url: string;
  /** Whether AEAT's register answers queries. */
  tells: boolean;
  /** Is called before a message is forwarded. */
  beforeArrival: () => void;
  /** Breaks the connections that are stopped here. */
  cut(): void;
  /** Returns the last message that arrived here. */
  lastMessage(): Buffer;
};

/**
 * Opens a proxy. It stops at `consulta` and `message` before the request is forwarded, and at
 * `answer` before the answer is.
 */
export async function openAeatProxy(standIn: string, stops: () => Stops): Promise<AeatProxy> {
  const waiting = new Set<ServerResponse>();
  let last = Buffer.alloc(0);
  const pass = async (body: Buffer, path: string, response: ServerResponse) => {
    const isConsulta = body.includes('ConsultaFactuSistemaFacturacion');
    if (!isConsulta) last = Buffer.from(body);
    await stops().pass(isConsulta ? 'consulta' : 'message');
    if (isConsulta && !proxy.tells) return void response.writeHead(503).end();
    if (response.destroyed) return;
    if (!isConsulta) proxy.beforeArrival();
    const answer = await deliver(new URL(path, standIn), body);
    if (!isConsulta) await stops().pass('answer');
    response.writeHead(answer.status, { 'content-type': 'text/xml; charset=utf-8' }).end(answer.text);
  };
  const server = createServer((request, response) => {
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    buffer(request)
      .then((body) => pass(body, request.url!, response))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const proxy: AeatProxy = {
    url: `http://127.0.0.1:${port}`,
    tells: true,
    beforeArrival: () => {},
    cut: () => {
      for (const response of waiting) response.destroy();
    },
    lastMessage: () => last,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return proxy;
}

/** Posts a message to the stand-in. */
export async function deliver(address: URL, body: Buffer): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: answer.status, text: await answer.text() };
}
