import { type Engine, type EngineOptions, openEngine } from '../../../clients/typescript/src/engine.ts';
import type { Environment } from '../../../src/platform/config/environment.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';

export type ListeningApi = AsyncDisposable & {
  readonly api: TestApi;
  readonly url: string;
  readonly organization: TestOrganization;
  /** Opens a client of the organization. @param changes changes to its options. */
  open(changes?: Partial<EngineOptions>): Engine;
};

/** Opens the API on a port for clients. */
export async function openListeningApi(changes: Partial<Environment> = {}): Promise<ListeningApi> {
  const api = await openTestApi({ SESSION_RATE_LIMIT: 1_000_000, READ_RATE_LIMIT: 1_000_000, ...changes });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const organization = await api.createOrganization();
  const open: ListeningApi['open'] = (options = {}) =>
    openEngine({ url, apiKey: organization.apiKey, patienceMs: 10_000, silenceMs: 10_000, ...options });
  return {
    api,
    url,
    organization,
    open,
    async [Symbol.asyncDispose]() {
      // A client that aborted before it sent anything keeps its connection, for which closing would
      // otherwise wait.
      api.app.server.closeAllConnections();
      await api[Symbol.asyncDispose]();
    },
  };
}
