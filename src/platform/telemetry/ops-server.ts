import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { showReadiness } from './metrics/show-readiness.ts';
import { withinTime } from './within-time.ts';

/**
 * Whether the process can work, and the result of each check by dependency (`{ database: 'ok' }`).
 * It contains no secrets.
 */
export type Readiness = {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
  /** Sentences about faults elsewhere that hold up work. They do not make the process unready. */
  readonly notices?: readonly string[];
};

export type OpsServerOptions = {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly registry: Registry;
  readonly isReady: () => Promise<Readiness>;
  readonly logger: Logger;
};

export type OpsServer = AsyncDisposable & {
  readonly host: string;
  /** The port on which the server listens. */
  readonly port: number;
  /**
   * Makes `/readyz` answer 503 from now on, so that no new work is sent to this process while it
   * drains.
   */
  markDraining(): void;
};

/** The header with the process id, by which the process that started it recognizes its answer. */
export const PROCESS_HEADER = 'x-process-id';

/** The time in milliseconds within which `/readyz` answers even if a check hangs. */
const READY_LIMIT_MS = 2000;

/**
 * Opens the operations port of a process: `GET /livez` (the event loop runs), `/readyz` (200 or
 * 503, with the checks) and `/metrics` (Prometheus). Every other path is 404. The port has no
 * login, so it must not be reachable from outside.
 * @throws if the address cannot be bound.
 */
export async function openOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const { registry, logger } = options;
  const state = { draining: false, ready: undefined as boolean | undefined };

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    answer(isRead ? path : '', response).catch((error: unknown) => {
      logger.error({ err: error, path }, 'The operations port could not answer');
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { status: 'error' });
    });
  });

  async function answer(route: string, response: ServerResponse): Promise<void> {
    switch (route) {
      case '/livez':
        return sendJson(response, 200, { status: 'ok' });
      case '/readyz': {
        const { ready, ...found } = await readReadiness();
        return sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', ...found });
      }
      case '/metrics':
        return send(response, 200, registry.contentType, await registry.metrics());
      default:
        return sendJson(response, 404, { status: 'not found' });
    }
  }

  async function readReadiness(): Promise<Readiness> {
    if (state.draining) return { ready: false, checks: { process: 'draining' } };
    const found = await withinTime(options.isReady(), READY_LIMIT_MS).catch((error: unknown) => {
      logger.debug({ err: error }, 'The readiness check failed');
      return { ready: false, checks: { process: 'check failed' } };
    });
    if (found.ready !== state.ready) logger[found.ready ? 'info' : 'warn'](found, 'Readiness changed');
    state.ready = found.ready;
    return found;
  }

  showReadiness(registry, readReadiness);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  logger.info({ host: address, port }, 'Operations port is listening');
  return {
    host: address,
    port,
    markDraining() {
      state.draining = true;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [PROCESS_HEADER]: String(process.pid),
  });
  response.end(body);
}
