import { expect, it } from 'vitest';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { NEWEST_MIGRATION } from '../../../src/platform/postgres/newest-migration.ts';

it('NEWEST_MIGRATION is the last of all migrations', () => {
  expect(NEWEST_MIGRATION).toBe(ALL_MIGRATIONS.at(-1)?.name);
});
