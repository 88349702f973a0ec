import { describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../src/config/environment.ts';
import { readPrintStoreSettings } from '../../src/config/print-store-settings.ts';

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'prints',
  S3_ACCESS_KEY_ID: 'key-of-the-test',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-test',
};
const read = (variables: Record<string, string>) =>
  readPrintStoreSettings(loadEnvironment({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c', ...variables }));

describe('the bucket of prints', () => {
  it('is none unless it is set, and whole where it is', () => {
    expect(read({})).toBeNull();
    for (const PRINT_STORE of ['s3', 'postgres'])
      expect(read({ PRINT_STORE, ...BUCKET })).toEqual({
        endpoint: 'https://s3.example',
        region: 'us-east-1',
        bucket: 'prints',
        accessKeyId: 'key-of-the-test',
        secretAccessKey: 'secret-of-the-test',
      });
  });

  it.each(Object.keys(BUCKET))('is refused without %s, whether it is wanted or half set', (name) => {
    const rest = Object.fromEntries(Object.entries(BUCKET).filter(([other]) => other !== name));
    expect(() => read({ PRINT_STORE: 's3', ...rest })).toThrow(`${name} must be set where PRINT_STORE is s3`);
    expect(() => read(rest)).toThrow(
      `${name} must be set where ${name === 'S3_ENDPOINT' ? 'S3_BUCKET' : 'S3_ENDPOINT'} is`,
    );
  });
});
