import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { addExamples, readExamples } from './add-examples.ts';
import { EXTENSIONS } from './describe-answers.ts';
import { describeWebhooks, WEBHOOKS_TAG } from './describe-webhooks.ts';
import { nameHeaders } from './name-headers.ts';
import { nameSchemas } from './name-schemas.ts';
import type { OpenApi } from './openapi.ts';

const TAGS = [
  { name: 'Sessions', description: 'An API key is exchanged for a token that lives 24 hours.' },
  {
    name: 'Invoice batches',
    description: 'What is submitted: 1 to 1000 invoices that are accepted together.',
  },
  { name: 'Batch invoices', description: 'What becomes of each of them: a number, a PDF, a state at AEAT.' },
  {
    name: EXTENSIONS,
    description:
      'Beyond version 1 as other implementations have it; same authentication, errors, scope and limits.',
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
        summary: 'Invoices of Spain, by the thousand: issued, registered by VeriFactu, printed.',
        description:
          'Submit invoices in batches, follow their processing, download the PDFs of the issued invoices. Every answer carries `X-Request-Id`. A path that is asked by another method than its own answers 405 `method_not_allowed` with `Allow`. `WWW-Authenticate` of a 401 says what was wrong, for example that an API key was sent in the place of a session token.\n\nThe schemas of requests tell what can succeed. An invoice whose JSON types are right and whose values are not is accepted with its batch, and fails by itself, with messages that name the member.',
        contact: { name: 'Whoever runs this engine' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This engine' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            description: 'The `session_token` of `POST /api/v1/auth/sessions`.',
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
