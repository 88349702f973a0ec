import { readFileSync } from 'node:fs';
import {
  type Answer,
  type Media,
  type OpenApi,
  mapAllOperations,
  mapValues,
  type WithWebhooks,
} from './openapi.ts';

/** What an engine was asked and answered: operation → `request` or a status → the JSON. A test asks again and compares. */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** @throws where the file is away or no JSON: a defect. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples;
}

/** Shows of requests and answers, and of the webhooks' requests, one each that was real. */
export function addExamples<D extends OpenApi & WithWebhooks>(document: D, examples: Examples): D {
  return mapAllOperations(document, (operation) => {
    const own = examples[operation.operationId] ?? {};
    const show = (name: string, content: Readonly<Record<string, Media>>) =>
      mapValues(content, (media, type) =>
        type === 'application/json' && name in own
          ? { ...media, examples: { real: { value: own[name] } } }
          : media,
      );
    const { requestBody } = operation;
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: show('request', requestBody.content) } }),
      responses: mapValues(operation.responses, (answer, status): Answer =>
        answer.content ? { ...answer, content: show(status, answer.content) } : answer,
      ),
    };
  });
}
