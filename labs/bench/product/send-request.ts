import { Agent, request } from 'node:http';

export type Answer = { readonly status: number; readonly body: Buffer };

/** Keeps connections open, as clients do. */
const AGENT = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a request with as little overhead as possible and reads the whole answer. */
export function sendRequest(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = request(url, { method, agent: AGENT, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
