import { describe, expect, it } from 'vitest';
import { buildSecrets, parseSecrets } from '../../../../ops/local/engine/secrets.ts';

const FILE = '.local/secrets.json';

describe('the file of secrets', () => {
  it('is read as written, or partially if an older version wrote it', () => {
    const secrets = buildSecrets();
    expect(parseSecrets(JSON.stringify(secrets), FILE)).toEqual(secrets);
    expect(parseSecrets('{"apiKey":"org_live_12345678"}', FILE)).toEqual({ apiKey: 'org_live_12345678' });
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"apiKey":null}',
    '{"apiKey":5}',
    '{"redisPassword":""}',
    '{"apiKey":{}}',
  ])('is refused without showing its content if it is invalid: %s', (text) => {
    const read = () => parseSecrets(text.replace('{', '{"dashboardPassword":"correct-horse",'), FILE);
    expect(() => parseSecrets(text, FILE)).toThrow(`${FILE} is invalid`);
    expect(read).toThrow(/^(?!.*correct-horse)/s);
  });
});
