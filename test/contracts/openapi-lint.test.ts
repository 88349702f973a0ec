import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../src/contracts/openapi.json', import.meta.url), 'utf8');

/** Whoever runs an engine is no address; tags come in the order of use; a licence has an identifier or a URL (OpenAPI 3.1). */
const NOT_OURS = { 'contact-properties': 'off', 'openapi-tags-alphabetical': 'off', 'license-url': 'off' };

/** What of Redocly is used here: its own types are three megabytes, for which the compiler takes a second or two. */
type Redocly = {
  readonly createConfig: (settings: { readonly extends: readonly string[] }) => Promise<object>;
  readonly lintFromString: (given: {
    readonly source: string;
    readonly config: object;
  }) => Promise<Problem[]>;
};
type Problem = {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
};
const require = createRequire(import.meta.url);
const { createConfig, lintFromString } = require('@redocly/openapi-core') as Redocly;

async function lintWithRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
async function lintWithSpectral(source: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[oas, 'all']], rules: NOT_OURS } as never);
  const problems = await spectral.run(JSON.parse(source) as Record<string, unknown>);
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

describe.each([
  ['Redocly', lintWithRedocly],
  ['Spectral', lintWithSpectral],
])('the OpenAPI document to %s', (_name, lint) => {
  it('is right, without a warning', async () => expect(await lint(text)).toEqual([]));

  it('would be told wrong', async () => {
    const broken = text.replace('"operationId": "createSession"', '"operationId": "endSession"');
    expect(await lint(broken)).toEqual([expect.stringContaining('nique')]);
  });
});
