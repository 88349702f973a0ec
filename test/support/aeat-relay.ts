import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Starts a relay in front of AEAT's stand-in that runs `meanwhile` during each request.
 * @param meanwhile may return a status, which is then the answer.
 */
export async function openAeatRelay(standIn: string, meanwhile: () => Promise<number | null>) {
  const relay = createServer((request, answer) => {
    const pass = async () => {
      const body = new Uint8Array(await buffer(request));
      const instead = await meanwhile();
      if (instead !== null) return answer.writeHead(instead).end();
      const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
      const relayed = await fetch(new URL(request.url!, standIn), { method: 'POST', headers, body });
      answer.writeHead(relayed.status, { 'content-type': relayed.headers.get('content-type')! });
      return answer.end(await relayed.text());
    };
    pass().catch(() => answer.destroy());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      relay.closeAllConnections();
      await new Promise((resolve) => void relay.close(resolve));
    },
  };
}
