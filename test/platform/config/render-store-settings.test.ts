import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { readRenderStoreSettings } from '../../../src/platform/config/render-store-settings.ts';

const PLACE = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'prints' };
const KEYS = { S3_ACCESS_KEY_ID: 'key-of-the-test', S3_SECRET_ACCESS_KEY: 'secret-of-the-test' };
const BUCKET = { ...PLACE, ...KEYS };

const directory = mkdtempSync(path.join(tmpdir(), 'token-'));
afterAll(() => rmSync(directory, { recursive: true }));
const tokenFile = path.join(directory, 'token');
writeFileSync(tokenFile, 'token-of-the-test');
const WEB_IDENTITY = {
  AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/prints',
  AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
};
const CONTAINER = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials' };

const read = (variables: Record<string, string>) =>
  readRenderStoreSettings(loadEnvironment({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c', ...variables }));
const without = (variables: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(variables).filter(([other]) => other !== name));
const place = { endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'prints' };

describe('the settings of the render store', () => {
  it('are null unless a bucket is set, and complete if it is', () => {
    expect(read({})).toBeNull();
    // A platform provides its identity to every process, even without a bucket.
    expect(read({ ...WEB_IDENTITY, ...CONTAINER })).toBeNull();
    for (const RENDER_STORE of ['s3', 'postgres'])
      expect(read({ RENDER_STORE, ...BUCKET })).toEqual({
        ...place,
        identity: { kind: 'keys', accessKeyId: 'key-of-the-test', secretAccessKey: 'secret-of-the-test' },
      });
  });

  it.each(Object.keys(BUCKET))(
    'are refused without %s, whether the store is enabled or only partly set',
    (name) => {
      // An identity does not replace one missing key.
      for (const rest of [without(BUCKET, name), { ...without(BUCKET, name), ...WEB_IDENTITY }]) {
        expect(() => read({ RENDER_STORE: 's3', ...rest })).toThrow(
          `${name} must be set if RENDER_STORE is s3`,
        );
        expect(() => read(rest)).toThrow(
          `${name} must be set if ${name === 'S3_ENDPOINT' ? 'S3_BUCKET' : 'S3_ENDPOINT'} is`,
        );
      }
    },
  );

  it('use the identity of the platform if no keys are set', () => {
    const { AWS_ROLE_ARN: roleArn } = WEB_IDENTITY;
    expect(read({ ...PLACE, ...WEB_IDENTITY, ...CONTAINER })).toEqual({
      ...place,
      identity: { kind: 'web-identity', roleArn, tokenFile, endpoint: undefined },
    });
    expect(read({ ...PLACE, ...CONTAINER })).toEqual({
      ...place,
      identity: { kind: 'container', address: 'http://169.254.170.23/v1/credentials', tokenFile: undefined },
    });
    expect(read({ ...BUCKET, ...WEB_IDENTITY })).toMatchObject({ identity: { kind: 'keys' } });
  });

  it('are refused without keys and without an identity, and the message names both ways', () => {
    for (const [variables, where] of [
      [{ RENDER_STORE: 's3', ...PLACE }, 'RENDER_STORE is s3'],
      [PLACE, 'S3_ENDPOINT is'],
    ] as const)
      expect(() => read(variables)).toThrow(
        `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set if ${where}, or the platform must provide an identity: AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE, or AWS_CONTAINER_CREDENTIALS_FULL_URI`,
      );
  });

  it.each(Object.keys(WEB_IDENTITY))('are refused with an identity that lacks %s', (name) => {
    const [other] = Object.keys(without(WEB_IDENTITY, name));
    expect(() => read({ ...PLACE, ...CONTAINER, ...without(WEB_IDENTITY, name) })).toThrow(
      `${name} must be set if ${other} is`,
    );
  });

  it('are refused with an unreadable token file', () => {
    const missing = path.join(directory, 'missing');
    expect(() => read({ ...PLACE, ...WEB_IDENTITY, AWS_WEB_IDENTITY_TOKEN_FILE: missing })).toThrow(
      "AWS_WEB_IDENTITY_TOKEN_FILE can't be read: ENOENT",
    );
    expect(() => read({ ...PLACE, ...CONTAINER, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: missing })).toThrow(
      "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE can't be read: ENOENT",
    );
  });
});
