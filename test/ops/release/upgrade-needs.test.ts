import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS_FILES } from '../../../ops/release/repository.ts';
import { describeNeeds, listMigrations, listSettings } from '../../../ops/release/upgrade-needs.ts';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { Environment } from '../../../src/platform/config/environment.ts';

const ROOT = new URL('../../../', import.meta.url);

it('the needs of an upgrade contain every setting of the schema and every migration file', () => {
  const found = SETTINGS_FILES.flatMap((file) => listSettings(readFileSync(new URL(file, ROOT), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(Environment.properties).toSorted());
  const files = readdirSync(new URL('migrations', ROOT)).map((name) => `migrations/${name}`);
  expect(listMigrations(files)).toEqual(ALL_MIGRATIONS.map(({ name }) => name));
});

it('the description of an upgrade lists the needs of each kind, or states that there are none', () => {
  const nothing = { migrations: [], newSettings: [], goneSettings: [], notes: '' };
  expect(describeNeeds(nothing, '0.1.0')).toBe(
    [
      'From 0.1.0 an upgrade needs',
      '  migrations: none: npm run migrate changes nothing',
      '  new settings: none',
      '  settings that are gone: none',
    ].join('\n'),
  );
  const needs = {
    ...nothing,
    migrations: ['0011-months', '0012-access'],
    newSettings: ['A_B'],
    notes: '- Do it.',
  };
  expect(describeNeeds(needs, null)).toContain('migrations: 0011-months, 0012-access\n  new settings: A_B');
  expect(describeNeeds(needs, null)).toContain('    - Do it.');
});
