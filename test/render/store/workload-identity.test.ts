import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { readRenderStoreSettings } from '../../../src/platform/config/render-store-settings.ts';
import { openRenderStore } from '../../../src/render/store/open-render-store.ts';
import { type RenderStore, StoreAwayError } from '../../../src/render/store/render-store.ts';
import { type CredentialsStandIn, openCredentialsStandIn } from '../../support/credentials-stand-in.ts';
import { KEY, openS3StandIn, type S3StandIn } from '../../support/s3.ts';

/* A bucket that is opened without keys, with the identity that the platform gives the process. */

const ROLE = 'arn:aws:iam::111122223333:role/prints';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const validFor = (minutes: number) => ({
  accessKeyId: KEY,
  secretAccessKey: KEY,
  expires: inMinutes(minutes),
});
const content = Buffer.from('a render batch');
const place = { storedOn: '2026-11-20', sha256: hash('sha256', content, 'buffer') };

let s3: S3StandIn;
let directory: string;
let tokenFile: string;
beforeAll(async () => {
  s3 = await openS3StandIn();
  directory = mkdtempSync(path.join(tmpdir(), 'token-'));
  tokenFile = path.join(directory, 'token');
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

type Opened = { readonly platform: CredentialsStandIn; readonly store: RenderStore };

/** @param name selects the variables with which a platform provides the identity. */
async function open(name: keyof typeof IDENTITIES, minutes: number): Promise<Opened> {
  const platform = await openCredentialsStandIn(validFor(minutes));
  writeFileSync(tokenFile, 'first-token');
  const { S3_ENDPOINT, S3_BUCKET } = s3.settings as { S3_ENDPOINT: string; S3_BUCKET: string };
  const environment = loadEnvironment({
    DATABASE_URL: 'postgres://a:b@127.0.0.1/c',
    RENDER_STORE: 's3',
    S3_ENDPOINT,
    S3_BUCKET,
    ...IDENTITIES[name](platform.address),
  });
  const store = (await openRenderStore(readRenderStoreSettings(environment)))!;
  onTestFinished(async () => {
    store[Symbol.dispose]();
    await platform[Symbol.asyncDispose]();
  });
  return { platform, store };
}

const IDENTITIES = {
  'the token of a service account': (address: string) => ({
    AWS_ROLE_ARN: ROLE,
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
    AWS_ENDPOINT_URL_STS: address,
  }),
  'the agent of a node': (address: string) => ({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
  }),
} as const;

/** Lists the tokens that were presented, in order. */
const listTokens = ({ platform }: Opened) =>
  platform.asked.map(({ form, authorization }) => form.get('WebIdentityToken') ?? authorization);

describe.each(Object.keys(IDENTITIES) as (keyof typeof IDENTITIES)[])('the render store with %s', (name) => {
  it('stores and returns render batches with keys that it requests once while they are valid', async () => {
    const opened = await open(name, 60);
    await opened.store.put(place, content);
    expect(await opened.store.get(place)).toEqual(content);
    expect(listTokens(opened)).toEqual(['first-token']);
  });

  it('requests new keys before the current ones expire, with the current token of the file', async () => {
    const opened = await open(name, 2);
    await opened.store.put(place, content);
    writeFileSync(tokenFile, 'second-token');
    opened.platform.give(validFor(60));
    expect(await opened.store.get(place)).toEqual(content);
    await opened.store.remove(place);
    expect(await opened.store.get(place)).toBeNull();
    // Each request asks for new keys while the current ones are about to expire.
    const tokens = listTokens(opened);
    expect([...new Set(tokens)]).toEqual(['first-token', 'second-token']);
    expect(tokens.filter((token) => token === 'second-token')).toHaveLength(1);
  });

  it('is unavailable while the platform gives no keys, names the settings concerned, and then recovers', async () => {
    const opened = await open(name, 60);
    opened.platform.give(null);
    const failure = await opened.store.put(place, content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreAwayError);
    expect((failure as Error).message).toMatch(
      /^The render store failed to store a render batch: the platform provides no keys for the bucket \(AWS_\w+(, AWS_\w+)?\): ./,
    );
    opened.platform.give(validFor(60));
    await opened.store.put(place, content);
    expect(await opened.store.get(place)).toEqual(content);
  });
});

it('the render store requests the configured role with a session name of the engine', async () => {
  const { platform, store } = await open('the token of a service account', 60);
  await store.put(place, content);
  expect(Object.fromEntries(platform.asked[0]!.form)).toMatchObject({
    Action: 'AssumeRoleWithWebIdentity',
    RoleArn: ROLE,
    RoleSessionName: 'invoice-batch-engine',
  });
});
