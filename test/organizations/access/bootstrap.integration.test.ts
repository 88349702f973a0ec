import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureApiKey } from '#src/organizations/access/bootstrap.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { listOrganizations, revokeApiKey } from '#src/organizations/access/organizations.ts';
import { BY_TEST, openTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const createSession = async (apiKey: string) => {
  const url = '/api/v1/auth/sessions';
  return (await api.inject({ method: 'POST', url, payload: { api_key: apiKey } })).statusCode;
};
const organizationsNamed = async (name: string) =>
  (await listOrganizations(api.database.orm)).filter((organization) => organization.name === name);

describe('an API key that is ensured at start', () => {
  it('opens sessions for a new organization of the given name, which uses VeriFactu', async () => {
    const key = generateApiKey();
    expect(await createSession(key)).toBe(401);
    await ensureApiKey(api.database.orm, key, 'Una SL');
    expect(await createSession(key)).toBe(201);
    expect(await organizationsNamed('Una SL')).toEqual([
      expect.objectContaining({ verifactu: true, batches: 0 }),
    ]);
  });

  it('is created only once by repeated and concurrent starts', async () => {
    const key = generateApiKey();
    await Promise.all(Array.from({ length: 10 }, () => ensureApiKey(api.database.orm, key, 'Dos SL')));
    await ensureApiKey(api.database.orm, key, 'Dos SL');
    await ensureApiKey(api.database.orm, key, 'Otro nombre SL');
    expect(await organizationsNamed('Dos SL')).toHaveLength(1);
    expect(await organizationsNamed('Otro nombre SL')).toHaveLength(0);
  });

  it('stays revoked after an operator has revoked it', async () => {
    const key = generateApiKey();
    await ensureApiKey(api.database.orm, key, 'Tres SL');
    const [organization] = await organizationsNamed('Tres SL');
    await revokeApiKey(api.database.orm, organization!.keys[0]!.id, new Date(), BY_TEST);
    await ensureApiKey(api.database.orm, key, 'Tres SL');
    expect(await createSession(key)).toBe(401);
  });
});
