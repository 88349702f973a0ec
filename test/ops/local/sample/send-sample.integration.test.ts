import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { buildSecrets } from '../../../../ops/local/engine/secrets.ts';
import { sendSample } from '../../../../ops/local/sample/send-sample.ts';
import { loadEnvironment } from '../../../../src/platform/config/environment.ts';
import { listOrganizations, revokeApiKey } from '#src/organizations/access/organizations.ts';
import { BY_TEST, openTestApi } from '../../../support/api.ts';

it('npm start sends no sample and reports the reason if its API key was revoked', async () => {
  await using api = await openTestApi();
  const { apiKey } = await api.createOrganization('Demo');
  const [demo] = await listOrganizations(api.database.orm);
  await revokeApiKey(api.database.orm, demo!.keys[0]!.id, new Date(), BY_TEST);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const settings = {
    ...loadEnvironment({ DATABASE_URL: api.database.url, BOOTSTRAP_API_KEY: apiKey }),
    PORT: (api.app.server.address() as AddressInfo).port,
    BOOTSTRAP_API_KEY: apiKey,
    DASHBOARD_PASSWORD: 'of no use here',
  };
  const told: string[] = [];
  const sample = await sendSample(settings, buildSecrets(), api.database.url, (message) =>
    told.push(message),
  );
  expect(sample).toBeUndefined();
  expect(told).toEqual([
    expect.stringMatching(/^The API key of \.local\/secrets\.json is revoked, so no sample/),
  ]);
  expect(api.jobs).toEqual([]);
});
