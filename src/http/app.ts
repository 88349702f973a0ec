import sensible from '@fastify/sensible';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyHttpOptions,
  type RawServerDefault,
} from 'fastify';
import { installAuthentication } from './authentication.ts';
import { openBodyBudget } from './body-budget.ts';
import type { Environment } from '../config/environment.ts';
import type { Dependencies } from './dependencies.ts';
import { installDocumentation } from './documentation.ts';
import { answerError, installErrors, rawErrorAnswer } from './errors.ts';
import { installRateLimit, openCounters } from './rate-limits.ts';
import { installBodies } from './request-bodies.ts';
import { readRequestId } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { batchInvoiceRoutes } from './routes/batch-invoices.ts';
import { createBatchRoutes } from './routes/create-invoice-batch.ts';
import { batchReadRoutes } from './routes/invoice-batches.ts';
import { pdfRoutes } from './routes/pdfs.ts';
import { sessionRoutes } from './routes/sessions.ts';

const PREFIX = '/api/v1';
/** Beyond them new ones are closed at once: whoever holds many open slowly must not take the memory of the process. */
const MOST_CONNECTIONS = 4096;

/**
 * Builds the API; does not listen.
 */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { environment, logger, metrics } = dependencies;
  const app: FastifyInstance = fastify(buildServerOptions(environment, logger));
  await app.register(sensible);
  installErrors(app);
  const withBody = installBodies(app, openBodyBudget(environment.BODY_BUDGET), metrics);
  // The schemas document; the routes check by themselves, without converting anything.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(SECURITY_HEADERS);
    // RFC 9112, 3.2. Node would answer without a body.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw app.httpErrors.badRequest('Host header is required');
    }
  });
  // After authentication, before the body is read.
  app.addHook('preParsing', async ({ method, is404, headers }) => {
    if (method !== 'POST' || is404) return;
    const transfer = headers['transfer-encoding'] ?? 'chunked';
    if (headers['content-encoding'] !== undefined || transfer.toLowerCase() !== 'chunked') {
      throw app.httpErrors.unsupportedMediaType('Body must not be encoded; send it as it is');
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'Request answered',
    );
  });

  await installDocumentation(app);
  const counters = openCounters(app, dependencies.redis);
  await app.register(sessionRoutes, { ...dependencies, withBody, redis: counters, prefix: PREFIX });
  await app.register(
    async (authenticated) => {
      installAuthentication(authenticated, dependencies.pool, dependencies.now);
      await authenticated.register(createBatchRoutes, { ...dependencies, withBody });
      await authenticated.register(async (reads) => {
        await installRateLimit(reads, counters, {
          max: environment.READ_RATE_LIMIT,
          key: 'organization',
        });
        await reads.register(batchReadRoutes, dependencies);
        await reads.register(batchInvoiceRoutes, dependencies);
        await reads.register(pdfRoutes, dependencies);
      });
    },
    { prefix: PREFIX },
  );
  app.get(`${PREFIX}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1). Node would answer without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.maxConnections = MOST_CONNECTIONS;
  await app.ready();
  return app;
}

function buildServerOptions(
  environment: Environment,
  logger: FastifyBaseLogger,
): FastifyHttpOptions<RawServerDefault> {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: readRequestId,
    trustProxy: environment.TRUSTED_PROXIES === '' ? false : environment.TRUSTED_PROXIES.split(','),
    // A client that is slower than this with its headers or its whole request is cut off.
    requestTimeout: 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What still arrives on a busy connection while the process stops is answered; then the connection is closed.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(rawErrorAnswer(error));
      else socket.destroy();
    },
    frameworkErrors: answerError,
    rewriteUrl: ({ url = '/' }) => makeDecodable(url),
    // Ids of any length reach their routes, up to the limit of the headers.
    routerOptions: { maxParamLength: 16 * 1024 },
  };
}

/** A path that cannot be decoded is an unknown path or id like any other: its percent signs are taken as they stand. */
function makeDecodable(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
