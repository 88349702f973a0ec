import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../platform/telemetry/logger.ts';
import { NO_TRACE, type Trace, type Traces } from '../platform/telemetry/traces/traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null where traces are off. */
    trace: ReturnType<Traces['begin']> | null;
  }
}

/** The trace that a request began, or went on with. */
export function traceOf({ trace }: FastifyRequest): Trace {
  return trace ?? NO_TRACE;
}

/**
 * Makes each request a span, and its log lines carry the ids. A trace of our own proxies is gone on with; what anybody else sends is only linked: a
 * stranger does not decide what belongs together here, nor what is kept.
 */
export function traceRequests(
  app: FastifyInstance,
  traces: Traces,
  isProxy: (address: string) => boolean,
): void {
  app.decorateRequest('trace', null);
  if (!traces.isOn) return;
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    const sent = typeof traceparent === 'string' ? traceparent : null;
    const isOurs = isProxy(request.socket.remoteAddress ?? '');
    const route = request.routeOptions.url;
    request.trace = traces.begin(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      parent: isOurs ? sent : null,
      links: sent === null || isOurs ? [] : [sent],
      attributes: {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'ibe.request.id': request.id,
      },
    });
    // It is the request's own: a child of it would take several times as long.
    (request.log as Logger).setBindings(request.trace.ids);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { trace, organization } = request;
    trace?.note({
      'http.response.status_code': reply.statusCode,
      ...(organization && { 'ibe.organization.id': organization.organizationId }),
    });
    trace?.end(reply.statusCode >= 500);
  });
}
