import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../platform/telemetry/logger.ts';
import { maskSecrets } from '../platform/telemetry/mask-secrets.ts';
import { NO_TRACE, type Trace, type Traces } from '../platform/telemetry/traces/traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null if tracing is off. */
    trace: ReturnType<Traces['begin']> | null;
  }
}

/** Returns the trace that the request began or continued. */
export function traceOf({ trace }: FastifyRequest): Trace {
  return trace ?? NO_TRACE;
}

/**
 * Creates a span for each request and adds its ids to the log lines of the request. A trace of a
 * trusted proxy is continued. A trace of any other sender is only linked, because a stranger must
 * not decide what is grouped or kept here.
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
        // The client may have put a secret there.
        'ibe.request.id': maskSecrets(request.id),
      },
    });
    // The bindings are set on the request's own logger: creating a child logger takes several times
    // as long.
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
