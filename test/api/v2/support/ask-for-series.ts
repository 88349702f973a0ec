import type { TestApi, TestOrganization } from '../../../support/api.ts';

/** Sends a request about the series of an organization. @param path what follows `/series`. */
export function askForSeries(
  api: TestApi,
  { token }: TestOrganization,
  method: 'GET' | 'PUT',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  return api.inject({
    method,
    url: `/api/v2/series${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
}
