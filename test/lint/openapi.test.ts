import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['openapi-v1.json', 'openapi-v2.json'].map((name) => ({
  name,
  text: readFileSync(new URL(`../../src/generated/${name}`, import.meta.url), 'utf8'),
}));

/**
 * Rules that do not apply: the document cannot know the operator's contact, tags follow the order
 * of use, and a licence may have an identifier instead of a URL (OpenAPI 3.1).
 */
const NOT_OURS = { 'contact-properties': 'off', 'openapi-tags-alphabetical': 'off', 'license-url': 'off' };

/**
 * The part of Redocly's API that this test uses. Its own types are three megabytes and cost the
 * compiler a second or two.
 */
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

const LINTERS = [
  ['Redocly', lintWithRedocly],
  ['Spectral', lintWithSpectral],
] as const;

describe.each(LINTERS)('an OpenAPI document linted by %s', (_linter, lint) => {
  it.each(DOCUMENTS)('has no errors and no warnings: $name', async ({ text }) =>
    expect(await lint(text)).toEqual([]),
  );
});
