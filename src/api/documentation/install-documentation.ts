import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { API_VERSIONS, type ApiVersion } from '../../contracts/codes.ts';
import { API_FORMS } from '../versions.ts';
import { addExamples, readExamples } from './add-examples.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { DESCRIPTIONS, type ErrorForms } from './describe-versions.ts';
import { describeNotReady } from './describe-not-ready.ts';
import { nameHeaders } from './name-headers.ts';
import { nameSchemas } from './name-schemas.ts';
import { openAnswers } from './open-answers.ts';
import type { OpenApi } from './openapi.ts';
import { placeStyles } from './place-styles.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of version 2; `swagger` returns that of version 1. */
    swaggerOfV2: FastifyInstance['swagger'];
  }
}

const API_KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The API key (`org_live_…`) itself. It has the rights that its operator gave it, until the operator revokes it.',
} as const;

/** Builds the OpenAPI document of each version. */
export type Documents = Readonly<Record<ApiVersion, () => unknown>>;

/**
 * Collects the schemas of the routes into the OpenAPI 3.1 documents that `/api/v1/openapi.json` and
 * `/api/v2/openapi.json` serve.
 */
export async function installDocumentation(app: FastifyInstance): Promise<Documents> {
  const decorators = { 1: 'swagger', 2: 'swaggerOfV2' } as const;
  for (const version of API_VERSIONS) {
    const { description, tags, errorForms, examples, tagOf } = DESCRIPTIONS[version];
    const { prefix, hasDetails, hasOpenAnswers, acceptsKeys } = API_FORMS[version];
    await app.register(fastifySwagger, {
      decorator: decorators[version],
      convertConstToEnum: false,
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Invoice Batch Ingestion API',
          version: String(version),
          summary:
            'Issues Spanish invoices in batches, registers them with VeriFactu and renders their PDFs.',
          description,
          contact: { name: 'The operator of this engine' },
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: '/', description: 'This engine' }],
        tags: [...tags],
        components: {
          securitySchemes: {
            ...(acceptsKeys && { apiKey: API_KEY_SCHEME }),
            session: {
              type: 'http',
              scheme: 'bearer',
              description: `The \`session_token\` from \`POST ${prefix}/auth/sessions\`.`,
            },
          },
        },
        security: acceptsKeys ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }],
      },
      transform: ({ schema, url }) => ({
        url,
        schema: url.startsWith(`${prefix}/`)
          ? withErrorAnswers(
              retag(hasDetails ? describeNotReady(withLanguage(schema)) : schema, tagOf),
              errorForms,
            )
          : { ...schema, hide: true },
      }),
      transformObject: (built) => {
        const { openapiObject } = built as { readonly openapiObject: unknown };
        const document = openapiObject as OpenApi;
        const described = placeStyles(describeWebhooks(document, version));
        return addExamples(
          nameHeaders(nameSchemas(hasOpenAnswers ? openAnswers(described) : described), hasDetails),
          readExamples(examples),
        );
      },
    });
  }
  return { 1: () => app.swagger(), 2: () => app.swaggerOfV2() };
}

function retag(schema: FastifySchema, tagOf: (operationId: string, own: string) => string): FastifySchema {
  const { operationId, tags: [own] = [] } = schema ?? {};
  return operationId === undefined || own === undefined
    ? schema
    : { ...schema, tags: [tagOf(operationId, own)] };
}

/**
 * Adds `Accept-Language` to the headers of an operation: every operation can answer with an error,
 * whose messages depend on it.
 */
function withLanguage(schema: FastifySchema): FastifySchema {
  if (schema?.response === undefined) return schema;
  const { properties = {} } = (schema.headers ?? {}) as { readonly properties?: Record<string, TSchema> };
  return { ...schema, headers: Type.Object({ ...properties, 'Accept-Language': AcceptLanguage }) };
}

const AcceptLanguage = Type.Optional(
  Type.String({
    description:
      'Languages of the messages, by preference (RFC 9110, 12.5.4), such as `es-ES, es;q=0.9, en;q=0.5`. Messages are in Spanish if it is preferred to English, otherwise in English. Codes, paths and names of members do not depend on it.',
  }),
);

/**
 * Gives every error answer of an operation the form that the version has. Its description says when
 * it is given.
 */
function withErrorAnswers(schema: FastifySchema, errorForms: ErrorForms): FastifySchema {
  const responses = Object.entries((schema?.response ?? {}) as Record<string, { description?: string }>);
  if (responses.length === 0) return schema;
  const changed = responses.map(([status, answer]) => [
    status,
    Number(status) < 400 ? answer : describeForms(errorForms, answer.description ?? ''),
  ]);
  return { ...schema, response: Object.fromEntries(changed) as unknown };
}

function describeForms(forms: ErrorForms, description: string): object {
  const content = Object.entries(forms).map(([type, schema]) => [type, { schema }]);
  return { description, content: Object.fromEntries(content) as object };
}
