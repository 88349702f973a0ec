import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { addExamples, readExamples } from './add-examples.ts';
import { EXTENSIONS } from './describe-answers.ts';
import { describeWebhooks, WEBHOOKS_TAG } from './describe-webhooks.ts';
import { nameHeaders } from './name-headers.ts';
import { nameSchemas } from './name-schemas.ts';
import type { OpenApi } from './openapi.ts';

const TAGS = [
  { name: 'Sessions', description: 'Exchange an API key for a token that is valid for 24 hours.' },
  {
    name: 'Invoice batches',
    description: 'Submit batches of 1 to 1000 invoices and follow their processing.',
  },
  {
    name: 'Batch invoices',
    description: 'Read the invoices of batches: number, PDF and state at AEAT.',
  },
  {
    name: EXTENSIONS,
    description:
      'Endpoints that other implementations of version 1 do not have. Authentication, errors, scope and limits are the same.',
  },
  WEBHOOKS_TAG,
];

/** Collects the schemas of the routes into the OpenAPI 3.1 document that `/api/v1/openapi.json` serves. */
export async function installDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Invoice Batch Ingestion API',
        version: '1',
        summary: 'Issues Spanish invoices in batches, registers them with VeriFactu and renders their PDFs.',
        description:
          'Submit invoices in batches, follow their processing, and download the PDFs of the issued invoices. Every answer has the header `X-Request-Id`. A request with a method that the path does not support is answered with 405 `method_not_allowed` and the header `Allow`. In a 401, `WWW-Authenticate` contains the reason, for example that the request has an API key instead of a session token.\n\nThe schemas of requests describe valid values. If an invoice has correct JSON types but invalid values, the batch is still accepted. Only that invoice fails, with messages that name the members.',
        contact: { name: 'The operator of this engine' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This engine' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            description: 'The `session_token` from `POST /api/v1/auth/sessions`.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transformObject: (built) => {
      const { openapiObject } = built as { readonly openapiObject: unknown };
      const document = openapiObject as OpenApi;
      return addExamples(nameHeaders(nameSchemas(describeWebhooks(document))), readExamples());
    },
  });
}
