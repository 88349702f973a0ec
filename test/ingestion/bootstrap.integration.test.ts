import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureApiKey } from '../../src/ingestion/bootstrap.ts';
import { generateApiKey } from '../../src/ingestion/secrets.ts';
import { createSession } from '../../src/ingestion/sessions.ts';
import { listOrganizations, revokeApiKey } from '../../src/persistence/organizations.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the bootstrap key', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('is ensured once, however many processes start at the same time', async () => {
    const apiKey = generateApiKey();
    await Promise.all(Array.from({ length: 8 }, () => ensureApiKey(database.orm, apiKey, 'Una SL')));
    await ensureApiKey(database.orm, apiKey, 'Una SL');
    const organizations = await listOrganizations(database.orm);
    expect(organizations.filter(({ name }) => name === 'Una SL')).toHaveLength(1);
    expect(await createSession(database.pool, apiKey, new Date())).not.toBeNull();
  });

  it('stays revoked once an operator has revoked it', async () => {
    const apiKey = generateApiKey();
    await ensureApiKey(database.orm, apiKey, 'Otra SL');
    const other = (await listOrganizations(database.orm)).find(({ name }) => name === 'Otra SL')!;
    expect(await revokeApiKey(database.orm, other.keys[0]!.id, new Date())).toBe(true);
    expect(await revokeApiKey(database.orm, other.keys[0]!.id, new Date())).toBe(false);
    await ensureApiKey(database.orm, apiKey, 'Otra SL');
    expect(await createSession(database.pool, apiKey, new Date())).toBeNull();
  });
});
