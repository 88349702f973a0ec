import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

describe('npm run engine -- webhooks', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let settings: Record<string, string>;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    settings = {
      DATABASE_URL: api.database.urlOf('operator'),
      CERTIFICATE_KEY: randomBytes(32).toString('base64'),
    };
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const run = (...args: string[]): Promise<CliRun> => runCli('webhooks', args, settings);
  const tell = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out;
  };
  const add = async (...args: string[]) => {
    const out = await tell('add', String(organization.id), 'https://erp.example.com/hooks?key=1', ...args);
    const [, id = '', secret = ''] = /^Endpoint (\d+)\nSecret (whsec_\S+)\n$/.exec(out) ?? [];
    return { id, secret };
  };

  it('adds an endpoint, whose secret is shown once and stored sealed, and records the act', async () => {
    const { id, secret } = await add(
      '--events',
      'batch.finished,invoice.rejected',
      '--payload-version',
      '2',
      '--operator',
      'Ana',
    );
    expect(new Webhook(secret).sign('x', new Date(), '{}')).toMatch(/^v1,/);
    expect(await tell('list')).toBe(
      `${id}  organization ${organization.id}  https://erp.example.com/hooks?key=1  batch.finished,invoice.rejected  version 2  0 waiting\n`,
    );
    const { rows } = await api.database.pool.query<{ text: string }>(
      'select row_to_json(e)::text as text from webhook_endpoints e',
    );
    expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'));
    const acts = await api.database.pool.query(
      `select act, operator, details from operator_acts where act like 'webhook.%'`,
    );
    expect(acts.rows).toEqual([
      {
        act: 'webhook.add',
        operator: 'Ana',
        details: {
          host: 'erp.example.com',
          events: ['batch.finished', 'invoice.rejected'],
          payload_version: 2,
        },
      },
    ]);
  });

  it.each(
    everyNth(2, [
      [
        'http://erp.example.com/',
        'must begin with https://; http:// is only for receivers inside your own network and requires that WEBHOOKS_ALLOW_PRIVATE is true',
      ],
      ['https://erp.example.com:444/', 'must use port 443 or 8443, unless WEBHOOKS_ALLOW_PRIVATE is true'],
      [
        'https://127.0.0.1/',
        'points to a private or local address, which is refused unless WEBHOOKS_ALLOW_PRIVATE is true',
      ],
      [
        'https://10.0.0.1/',
        'points to a private or local address, which is refused unless WEBHOOKS_ALLOW_PRIVATE is true',
      ],
      [
        'https://erp.internal/',
        'points to a private or local name, which is refused unless WEBHOOKS_ALLOW_PRIVATE is true',
      ],
    ]),
  )('refuses %s unless that is allowed', async (url, why) => {
    const refused = await run('add', String(organization.id), url);
    expect(refused).toEqual({ code: 1, out: '', err: `The address ${why}\n` });
    const settled = { ...settings, WEBHOOKS_ALLOW_PRIVATE: 'true' };
    const taken = await runCli('webhooks', ['add', String(organization.id), url], settled);
    expect(taken.code).toBe(0);
  });

  it('lists deliveries with their outcome, also as JSON, and replays them', async () => {
    const { id } = await add();
    await issueBatch(api, organization, 1, 'CLI');
    const [line] = (await tell('deliveries', '--endpoint', id, '--json')).trim().split('\n');
    const delivery = JSON.parse(line!) as { messageId: string };
    expect(delivery).toMatchObject({
      type: 'batch.finished',
      endpointId: Number(id),
      outcome: null,
      attempts: 0,
    });
    expect(await tell('deliveries', '--endpoint', id, '--failed')).toBe('There is no such delivery\n');
    expect(await tell('replay', id, '--event', delivery.messageId)).toBe('0 events are sent again\n');
    await api.database.pool.query(
      `update webhook_deliveries set ended_at = now(), outcome = 'given_up', last_failure = '500' where endpoint_id = $1`,
      [id],
    );
    expect(await tell('deliveries', '--endpoint', id, '--failed')).toMatch(
      /batch\.finished .* given up \S+Z, 0 tries: 500\n$/,
    );
    expect(await tell('list')).toContain('1 GIVEN UP');
    expect(await tell('replay', id, '--failed')).toBe('1 events are sent again\n');
    expect(await tell('remove', id)).toBe(`Endpoint ${id} is removed; 1 waiting deliveries were dropped\n`);
    expect((await run('remove', id)).err).toBe(`There is no webhook endpoint ${id}\n`);
  });

  it('rotates a secret, and reseals it with another key', async () => {
    const { id, secret } = await add();
    expect(await tell('rotate', id)).toMatch(
      /^Secret whsec_\S+\nThe previous secret also signs until \S+Z\n$/,
    );
    expect(await tell('rotate', id, '--hours', '0')).not.toContain(secret);
    const next = { ...settings, CERTIFICATE_KEY: randomBytes(32).toString('base64') };
    const closed = await runCli('org', ['certificate', 'reseal'], next);
    expect(closed).toMatchObject({ code: 1, err: expect.stringContaining('cannot be opened') as string });
    const both = { ...next, CERTIFICATE_KEY_PREVIOUS: settings['CERTIFICATE_KEY']! };
    const { code, out } = await runCli('org', ['certificate', 'reseal'], both);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('webhook secrets were resealed, 0 had') as string,
    });
    expect((await runCli('org', ['certificate', 'reseal'], next)).code).toBe(0);
  });

  it('needs CERTIFICATE_KEY', async () => {
    const { CERTIFICATE_KEY: _key, ...without } = settings;
    const { code, err } = await runCli(
      'webhooks',
      ['add', String(organization.id), 'https://example.com/'],
      without,
    );
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^CERTIFICATE_KEY must be set, because webhook secrets/) as string,
    });
  });
});
