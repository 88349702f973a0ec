import { readFileSync } from 'node:fs';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';

/** The page of each version: its path on the port that serves it, and the committed document. */
const PAGES = [
  { path: '/docs', document: 'openapi-v1.json' },
  { path: '/docs/v2', document: 'openapi-v2.json' },
] as const;

/*
 * All content comes from this server, nothing is loaded from other hosts, and no page may frame
 * this one. Inline styles are allowed because the page sets styles on its elements.
 */
const CONTENT_SECURITY_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};
/* Hides the bar for other documents and fits the page to the screen of a telephone. */
const STYLE = `
.swagger-ui .topbar { display: none }
.swagger-ui .wrapper { max-width: 1100px }
@media (max-width: 700px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 0 }
  .swagger-ui table, .swagger-ui tbody, .swagger-ui tr, .swagger-ui td { display: block; width: auto; max-width: 100% }
  .swagger-ui thead { display: none }
  .swagger-ui .markdown, .swagger-ui td { overflow-wrap: anywhere }
}
`;

/* Hides the field for a key, and the server to which requests would be sent. */
const STYLE_WITHOUT_REQUESTS = '.swagger-ui .scheme-container { display: none }';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type ReferenceOptions = {
  /**
   * Whether the server of the page also serves the API. The page then sends requests with a key
   * that the reader enters, which it forgets when it is closed.
   */
  readonly servesApi: boolean;
};

/**
 * Serves the API reference: the committed OpenAPI document of each version as pages that load
 * nothing from other hosts and send requests to no other server.
 */
export const referencePage: FastifyPluginAsync<ReferenceOptions> = async (app, { servesApi }) => {
  for (const { path, document } of PAGES) {
    const text = readFileSync(new URL(`../../generated/${document}`, import.meta.url), 'utf8');
    const specification = JSON.parse(text) as Record<string, unknown>;
    // Each page has its own scope, because the plugin decorates it.
    await app.register(async (scope) => {
      if (!scope.hasDecorator('swagger'))
        await scope.register(fastifySwagger, {
          mode: 'static',
          specification: { document: specification as never },
        });
      await scope.register(fastifySwaggerUi, {
        routePrefix: path,
        staticCSP: CONTENT_SECURITY_POLICY,
        transformSpecification: () => specification,
        theme: {
          title: 'Invoice Batch Ingestion API',
          css: [
            {
              filename: 'reference.css',
              content: servesApi ? STYLE : STYLE + STYLE_WITHOUT_REQUESTS,
            },
          ],
        },
        uiConfig: {
          supportedSubmitMethods: servesApi ? [...METHODS] : [],
          persistAuthorization: false,
          validatorUrl: null,
          deepLinking: true,
          docExpansion: 'list',
          defaultModelExpandDepth: 4,
          displayRequestDuration: false,
        },
      });
    });
  }
};
