import { readFileSync } from 'node:fs';
import type { ApiVersion } from '../../contracts/codes.ts';
import {
  type Answer,
  type Media,
  type OpenApi,
  mapAllOperations,
  mapValues,
  type WithWebhooks,
} from './openapi.ts';

/**
 * Recorded requests and answers of an engine: operation → `request` or a status → the JSON. A test repeats
 * the requests and compares the answers.
 */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const FILES: Readonly<Record<ApiVersion, string>> = { 1: 'examples.json', 2: 'examples-v2.json' };

/**
 * Reads the recorded examples of a version.
 * @throws if the file is missing or not JSON, which is a defect.
 */
export function readExamples(version: ApiVersion): Examples {
  return JSON.parse(readFileSync(new URL(FILES[version], import.meta.url), 'utf8')) as Examples;
}

/** Adds one recorded example to every request and answer, including the requests of the webhooks. */
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
