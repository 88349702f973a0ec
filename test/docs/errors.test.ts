import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../src/contracts/api-error-catalogue.ts';
import { apiError } from '../../src/contracts/api-error.ts';
import { isInCatalogue, type OpenApiDocument } from '../support/documented-answers.ts';

const API_GUIDE = new URL('../../docs/api.md', import.meta.url);
const OPENAPI = new URL('../../src/contracts/openapi.json', import.meta.url);

const ENTRIES = Object.values(API_ERRORS);

function buildTable(): string {
  const rows = ENTRIES.toSorted((one, other) => one.status - other.status).map(
    ({ status, code, message, source }) => `| ${status} | \`${code}\` | ${message} | ${source} |\n`,
  );
  return ['| status | code | message | source of the rule |\n', '|---|---|---|---|\n', ...rows].join('');
}

describe('the catalogue of error answers', () => {
  it('is the table in docs/api.md', () => {
    const text = readFileSync(API_GUIDE, 'utf8');
    const whole = text.replace(/(<!-- errors -->\n)[^]*?(<!-- \/errors -->)/, `$1${buildTable()}$2`);
    if (process.env['UPDATE_GOLDEN']) writeFileSync(API_GUIDE, whole);
    expect(readFileSync(API_GUIDE, 'utf8')).toBe(whole);
  });

  it('contains every status and code of an error in the OpenAPI document', () => {
    const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as OpenApiDocument;
    const answers = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses }) => Object.entries(responses)),
    );
    const named = answers.flatMap(([status, { description }]) => {
      if (Number(status) < 400) return [];
      const words = [...description.matchAll(/`([a-z]+_[a-z_]+|unauthorized|forbidden)`/g)];
      return words.length === 0
        ? [`${status}: ${description}`]
        : words.map(([, code]) => `${status} ${code}`);
    });
    expect(named.length).toBeGreaterThan(100);
    const known = new Set(ENTRIES.map(({ status, code }) => `${status} ${code}`));
    expect([...new Set(named)].filter((one) => !known.has(one))).toEqual([]);
  });

  it('has one code for each status except 422, and no two identical answers', () => {
    const codes = Map.groupBy(ENTRIES, ({ status }) => status);
    const several = [...codes].filter(([, entries]) => new Set(entries.map(({ code }) => code)).size > 1);
    expect(several.map(([status]) => status)).toEqual([422]);
    const answers = ENTRIES.map(({ status, code, message }) => `${status} ${code} ${message}`);
    expect(new Set(answers).size).toBe(answers.length);
  });

  it('recognizes answers from the catalogue and refuses others, on which the check of all answers in tests relies', () => {
    const { statusCode, code, message } = apiError('unknown_path', { method: 'GET', path: '/a (b)' });
    expect(message).toBe('There is no GET /a (b)');
    expect(isInCatalogue(statusCode, { error: { code, message } })).toBe(true);
    expect(isInCatalogue(400, { error: { code, message } })).toBe(false);
    expect(isInCatalogue(statusCode, { error: { code: 'bad_request', message } })).toBe(false);
    expect(isInCatalogue(statusCode, { error: { code, message: 'No such thing' } })).toBe(false);
  });
});
