import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPatient } from '#src/monitor/doctor/patient.ts';
import { takeOwnLogin } from '#src/monitor/doctor/process-settings.ts';
import { checkSchema } from '#src/monitor/doctor/checks/schema.ts';
import { migrate } from '#src/platform/postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { everyNth } from '../../support/long.ts';

/*
 * One object of each kind in the catalog is broken. The doctor names it, and its remedy mends it: a
 * statement, or `npm run migrate`.
 */
describe('the doctor’s check of the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const look = async () => {
    const variables = {
      READER_DATABASE_URL: database.urlOf('reader'),
      DATABASE_URL: database.urlOf('operator'),
    };
    await using patient = await openPatient([takeOwnLogin('commands', variables)], {
      backups: undefined,
      backupHours: 26,
      disks: [],
    });
    return await checkSchema(patient);
  };
  const run = (sql: string) => database.pool.query(sql);
  /** Selects one object of the catalog, as a text. */
  const pick = async (sql: string) => {
    const { rows } = await database.pool.query<{ found: string }>(
      `select found from (${sql}) t (found) order by 1 limit 1`,
    );
    return rows[0]!.found;
  };

  it('is content with a migrated database', async () => {
    expect(await look()).toEqual([{ severity: 'ok', says: 'it is what the migrations made' }]);
  });

  const OF_PUBLIC = `relnamespace = 'public'::regnamespace`;
  /** A privilege of a role of the engine, as `privilege on object from role`. */
  const granted = (kinds: string) =>
    `select format('%s on %s from %s', lower(a.privilege_type), c.oid::regclass, a.grantee::regrole) from pg_class c, aclexplode(c.relacl) a
     where c.${OF_PUBLIC} and c.relkind in (${kinds}) and a.grantee::regrole::text like 'engine\\_%'`;
  const FUNCTION = `pronamespace = 'public'::regnamespace`;

  /**
   * What is broken, the object from the catalog, the statement that breaks it, and what the doctor
   * says.
   */
  const BREAKS: readonly (readonly [
    what: string,
    object: string,
    sql: (object: string) => string,
    says: RegExp,
  ])[] = [
    [
      'a privilege on a table is missing',
      granted(`'r', 'p'`),
      (found) => `revoke ${found}`,
      /^privileges: engine_/,
    ],
    [
      'a privilege on a column is missing',
      `select format('%s (%I) on %s from %s', lower(x.privilege_type), a.attname, c.oid::regclass, x.grantee::regrole)
       from pg_attribute a join pg_class c on c.oid = a.attrelid and c.${OF_PUBLIC}, aclexplode(a.attacl) x`,
      (found) => `revoke ${found}`,
      /^privileges: engine_.*is missing|^privileges: engine_.*was changed/,
    ],
    [
      'a privilege on a function of its owner is missing',
      `select format('execute on function %s from %s', p.oid::regprocedure, a.grantee::regrole) from pg_proc p, aclexplode(p.proacl) a
       where p.${FUNCTION} and a.grantee::regrole::text like 'engine\\_%' and a.grantee <> p.proowner`,
      (found) => `revoke ${found}`,
      /^privileges: engine_.*execute/,
    ],
    [
      'a privilege on a table is too many',
      `select 'batches'`,
      (table) => `grant delete on ${table} to engine_ingress`,
      /^privileges: engine_ingress on batches was changed/,
    ],
    [
      'a privilege on a partition is too many',
      `select 'partitions.' || relname from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r'`,
      (table) => `grant select on ${table} to engine_ingress`,
      /partitions\./,
    ],
    [
      'everybody may call a function',
      `select oid::regprocedure::text from pg_proc where ${FUNCTION} and prosecdef`,
      (found) => `grant execute on function ${found} to public`,
      /^privileges: public on .* was added/,
    ],
    [
      'a role may no longer use the schema',
      `select 'public'`,
      (schema) => `revoke usage on schema ${schema} from engine_worker`,
      /^privileges of schemas: engine_worker on public is missing/,
    ],
    [
      'the default privileges are gone',
      `select 'tables'`,
      (kind) => `alter default privileges in schema public revoke select on ${kind} from engine_reader`,
      /^default privileges: tables in public is missing/,
    ],
    [
      'an index is dropped',
      `select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.${OF_PUBLIC} and c.relkind = 'i' and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
      (index) => `drop index ${index}`,
      /^indexes: .* is missing: CREATE/,
    ],
    [
      'an index is not valid',
      `select 'batch_invoices_pkey'`,
      (index) =>
        `set allow_system_table_mods = on; update pg_index set indisvalid = false where indexrelid = '${index}'::regclass; reset allow_system_table_mods`,
      /^the index cannot be used.*: batch_invoices_pkey/,
    ],
    [
      'a trigger is disabled',
      `select format('%s trigger %I', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal and tgrelid = 'registration_records'::regclass`,
      (found) => `alter table ${found.replace(' trigger ', ' disable trigger ')}`,
      /^the trigger is disabled: .* on registration_records/,
    ],
    [
      'a trigger is dropped',
      `select format('%I on %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal and tgrelid = 'issued_invoices'::regclass`,
      (found) => `drop trigger ${found}`,
      /^triggers: .* on issued_invoices is missing: CREATE/,
    ],
    [
      'the rows of a partition may be deleted',
      `select oid::regclass::text from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r'`,
      (table) => `drop trigger refuse_delete on ${table}`,
      /^the partition has no trigger refuse_delete: partitions\./,
    ],
    [
      'row-level security is off',
      `select 'batches'`,
      (table) => `alter table ${table} disable row level security`,
      /^row-level security is off.*: batches$/,
    ],
    [
      'row-level security is not forced',
      `select 'invoices' where false union select 'chains'`,
      (table) => `alter table ${table} no force row level security`,
      /^row-level security is off, or not forced.*: chains$/,
    ],
    [
      'a policy is dropped',
      `select format('%I on %I', policyname, tablename) from pg_policies where schemaname = 'public'`,
      (found) => `drop policy ${found}`,
      /^policies: .* is missing: create policy/,
    ],
    [
      'a policy lets everything pass',
      `select 'own_organization on batches'`,
      (found) => `alter policy ${found} using (true)`,
      /^policies: own_organization on batches was changed/,
    ],
    [
      'a constraint is dropped',
      `select 'batches_api_version_check'`,
      (name) => `alter table batches drop constraint ${name}`,
      /^constraints: batches batches_api_version_check is missing/,
    ],
    [
      'a function belongs to another role',
      `select oid::regprocedure::text from pg_proc where ${FUNCTION} and proowner = 'engine_sessions'::regrole`,
      (found) => `alter function ${found} owner to postgres`,
      /^owners of functions: .* is missing/,
    ],
    [
      'an index of the operator is added',
      `select 'own_index'`,
      (name) => `create index ${name} on batches (received_at)`,
      /^indexes: own_index was added/,
    ],
  ];

  it.each(everyNth(3, BREAKS))('names it, and its remedy mends it: %s', async (_what, object, sql, says) => {
    await run(sql(await pick(object)));
    const found = await look();
    expect(found.map((finding) => finding.says)).toContainEqual(expect.stringMatching(says));
    expect(
      found.every(
        ({ severity }) => severity === 'fail' || (severity === 'warn' && _what.includes('operator')),
      ),
    ).toBe(true);
    for (const { fix = '' } of found) {
      const statement = /run as (?:the owner of the database|a superuser): (.*;)$/.exec(fix)?.[1];
      if (statement !== undefined) await run(statement);
      else if (fix.includes('npm run migrate')) await migrate(database.url);
      else throw new Error(`The remedy can only be read: ${fix}`);
    }
    // A function that changed its owner lost the grants of the former one.
    if (found.some((finding) => finding.says.startsWith('owners of functions'))) await migrate(database.url);
    expect(await look()).toEqual([{ severity: 'ok', says: 'it is what the migrations made' }]);
  });

  it.each([
    [
      'a function',
      `alter function refuse_change() set work_mem = '1MB'`,
      'alter function refuse_change() reset work_mem',
      /^functions: .*refuse_change\(\) was changed/,
    ],
    [
      'a default',
      `alter table batches alter column api_version set default 2`,
      'alter table batches alter column api_version set default 1',
      /^columns: batches\.api_version was changed/,
    ],
    [
      'a sequence',
      `alter sequence batches_id_seq increment by 2`,
      'alter sequence batches_id_seq increment by 1',
      /^sequences: batches_id_seq was changed/,
    ],
    [
      'how a column is stored',
      `alter table batch_bodies alter column body set storage extended`,
      'alter table batch_bodies alter column body set storage external',
      /^storage: batch_bodies\.body external is missing/,
    ],
  ])('names %s that was changed', async (_what, sql, undo, says) => {
    await run(sql);
    try {
      expect(await look()).toEqual([
        expect.objectContaining({ severity: 'fail', says: expect.stringMatching(says) }),
      ]);
    } finally {
      await run(undo);
    }
  });

  it('leaves privileges of other roles alone, and reports them', async () => {
    await run(`grant select on batches to pg_monitor`);
    await migrate(database.url);
    expect(await look()).toEqual([
      expect.objectContaining({
        severity: 'warn',
        says: expect.stringMatching(/^privileges: pg_monitor on batches was added/),
      }),
    ]);
    await run('revoke select on batches from pg_monitor');
  });

  it('does not compare a database with the migrations of another version', async () => {
    await run(`insert into migrations (name) values ('9999-later')`);
    expect(await look()).toEqual([expect.objectContaining({ severity: 'skip' })]);
    await run(`delete from migrations where name = '9999-later'`);
  });
});
