import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealSecret } from '#src/platform/secrets/seal-secret.ts';
import { addEndpoint } from '#src/notify/webhook-endpoints.ts';
import { withTransaction } from '#src/platform/postgres/database.ts';
import { addCertificate, nameSecret } from '#src/remit/certificates.ts';
import { BY_TEST, openTestApi, type TestApi } from '../../support/api.ts';
import { examine } from './examine.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../packages/verifactu/test/fixtures');
const read = (name: string) => readFileSync(path.join(FIXTURES, `test-only-${name}.p12`));
const DAY_MS = 24 * 3600 * 1000;

describe('the doctor’s check of certificates and webhook secrets', () => {
  const [key, before] = [randomBytes(32), randomBytes(32)];
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  async function add(certificate: string, sealedWith = key): Promise<number> {
    const { id } = await api.createOrganization();
    const secrets = { pkcs12: read(certificate), passphrase: 'test-only' };
    const owner = { organizationId: id, issuerNif: null };
    await addCertificate(api.database.orm, sealedWith, owner, secrets, BY_TEST, new Date());
    return id;
  }
  /** Changes rows as an intruder with all rights would; the triggers refuse it to everyone else. */
  const damage = (column: string, organization: number, value: Date | Buffer) =>
    withTransaction(api.database.pool, async (client) => {
      await client.query(`set local session_replication_role = 'replica'`);
      await client.query(`update certificates set ${column} = $2 where organization_id = $1`, [
        organization,
        value,
      ]);
    });
  async function look(organization: number, keys: Record<string, Buffer> = { CERTIFICATE_KEY: key }) {
    const set = Object.entries(keys).map(([name, value]) => [name, value.toString('base64')]);
    const variables = { DATABASE_URL: api.database.urlOf('worker'), ...Object.fromEntries(set) };
    const found = await examine('certificate', { worker: variables });
    return found.filter((line) => line.includes(`of organization ${organization} |`));
  }

  it('opens a certificate with the current key, and reports the length of its chain and its expiry', async () => {
    expect(await look(await add('company'))).toEqual([
      expect.stringMatching(
        /^ok .*opens with the current key, has a chain of 1, expires in \d+ days, (signs|cannot sign) Facturae/,
      ),
    ]);
  });

  it('finds certificates that have expired, are not valid yet, or expire soon', async () => {
    expect(await look(await add('expired'))).toEqual([
      expect.stringMatching(/^fail .*it has expired, and no other/),
    ]);
    expect(await look(await add('future'))).toEqual([expect.stringMatching(/^fail .*not valid yet/)]);
    const soon = await add('company');
    await damage('not_after', soon, new Date(Date.now() + 10.5 * DAY_MS));
    expect(await look(soon)).toEqual([expect.stringMatching(/^warn .*it expires in 10 days$/)]);
  });

  it('finds certificates that another or the previous key sealed, or whose key is not set', async () => {
    const id = await add('company', before);
    expect(await look(id)).toEqual([
      expect.stringMatching(/^fail .*It was encrypted with the key \w{8}, but only/),
    ]);
    expect(await look(id, {})).toEqual([expect.stringMatching(/^fail .*CERTIFICATE_KEY is not set here/)]);
    expect(await look(id, { CERTIFICATE_KEY: key, CERTIFICATE_KEY_PREVIOUS: before })).toEqual([
      expect.stringMatching(/^warn .*sealed with the previous key/),
    ]);
  });

  it('finds a damaged certificate', async () => {
    const id = await add('company');
    const sealed = sealSecret(key, Buffer.from('nothing'), nameSecret('pkcs12', id, null));
    await damage('sealed_pkcs12', id, sealed);
    expect(await look(id)).toEqual([expect.stringMatching(/^fail .*not a PKCS#12 certificate file/)]);
  });

  it('finds webhook secrets that cannot be opened', async () => {
    const { id: organizationId } = await api.createOrganization();
    const endpoint = {
      organizationId,
      url: 'https://example.com/',
      eventTypes: null,
      payloadVersion: 1 as const,
    };
    const { id } = await addEndpoint(api.database.orm, before, endpoint, BY_TEST);
    const variables = {
      DATABASE_URL: api.database.urlOf('worker'),
      CERTIFICATE_KEY: key.toString('base64'),
    };
    const tell = async (more = {}) =>
      (await examine('certificate', { worker: { ...variables, ...more } })).filter((line) =>
        line.includes(`webhook endpoint ${id} |`),
      );
    expect(await tell()).toEqual([expect.stringMatching(/^fail .*its secret cannot be opened/)]);
    const previous = { CERTIFICATE_KEY_PREVIOUS: before.toString('base64') };
    expect(await tell(previous)).toEqual([expect.stringMatching(/^warn .*sealed with the previous key/)]);
  });
});
