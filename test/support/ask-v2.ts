import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from './api.ts';

/**
 * Sends a request to version 2 of the API; a POST has an idempotency key of its own unless one is given.
 * @param path after `/api/v2`.
 */
export type AskV2 = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  options?: { readonly key?: string; readonly token?: string },
) => Promise<LightMyRequestResponse>;

/** Opens a client of version 2. @param own the token of its requests that give no other. */
export function openAskV2(api: TestApi, own: string): AskV2 {
  return (method, path, payload, { key = randomUUID(), token = own } = {}) =>
    api.inject({
      method,
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'idempotency-key': key }),
      },
      ...(payload && { payload }),
    });
}
