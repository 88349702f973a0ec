import { readFileSync } from 'node:fs';
import {
  type Answer,
  type Media,
  type OpenApi,
  mapAllOperations,
  mapValues,
  type WithWebhooks,
} from './openapi.ts';

/**
 * Recorded requests and answers of an engine: operation → `request` or a status → the JSON. A test
 * repeats the requests and compares the answers.
 */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Reads recorded examples.
 * @param file its name in this folder.
 * @throws if the file is missing or not JSON, which is a defect.
 */
export function readExamples(file: string): Examples {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Examples;
}

/**
 * Adds one recorded example to every request and answer, including the requests of the webhooks.
 */
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
