import { createServer, type IncomingMessage } from 'node:http';

/**
 * Serves raw node:http on PORT and accepts every POST.
 * @param accept returns the body of the answer.
 */
export function serveBatches(accept: (request: IncomingMessage) => Promise<string>): void {
  createServer((request, response) => {
    accept(request)
      .then((answer) => response.writeHead(201, { 'content-type': 'application/json' }).end(answer))
      .catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end(String(error));
      });
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}
