import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listMigrations, listSettings } from '../../../ops/release/upgrade-needs.ts';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { Environment } from '../../../src/platform/config/environment.ts';

const ROOT = new URL('../../../', import.meta.url);

it('the needs of an upgrade contain every setting of the schema and every migration file', () => {
  const found = listSettings(readFileSync(new URL('docs/settings.md', ROOT), 'utf8'));
  expect(found).toEqual(Object.keys(Environment.properties));
  const files = readdirSync(new URL('migrations', ROOT)).map((name) => `migrations/${name}`);
  expect(listMigrations(files)).toEqual(ALL_MIGRATIONS.map(({ name }) => name));
});
