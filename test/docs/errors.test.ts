import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_ERRORS, type ApiErrorName } from '../../src/contracts/api-error-catalogue.ts';
import { ERROR_MESSAGES } from '../../src/contracts/api-error.ts';
import { type OpenApiDocument } from '../support/documented-answers.ts';

const OPENAPI = new URL('../../src/generated/openapi-v1.json', import.meta.url);

const ENTRIES = (Object.keys(API_ERRORS) as ApiErrorName[]).map((name) => ({
  ...API_ERRORS[name],
  message: ERROR_MESSAGES[name].en,
}));

describe('the catalogue of error answers', () => {
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
});
