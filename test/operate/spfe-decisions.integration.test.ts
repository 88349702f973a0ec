import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';
import { putInSpfe } from '../support/spfe.ts';

/* What operators decide about the SPFE by `npm run engine -- org spfe`. Today is 2026-11-20. */

const ISSUER = 'B12345674';
let test: TestRemission;
beforeEach(async () => {
  test = await openTestRemission();
});
afterEach(() => test[Symbol.asyncDispose]());

const spfe = (...args: string[]) => runCli('org', ['spfe', ...args], { DATABASE_URL: test.api.database.url });
const withSpfe = (url: string, ...args: string[]) =>
  runCli(
    'org',
    [
      'spfe',
      ISSUER,
      '--mode',
      'send',
      '--channel',
      'copy',
      '--basis',
      'voluntary',
      '--from',
      '2026-11-20',
      ...args,
    ],
    { DATABASE_URL: test.api.database.url, SPFE_TRANSPORT: 'sandbox', SPFE_URL: url },
  );
const addProfile = () => addIssuerProfile(test.orm, test.organization.id, ISSUER, buildProfile(), BY_TEST);
const decide = (mode: string, from: string, ...more: string[]) =>
  spfe(ISSUER, '--mode', mode, '--channel', 'copy', '--basis', 'voluntary', '--from', from, ...more);
const dated = (date: string) => () => ({ operation_date: date });

it('a decision to send is shown, is recorded as an act, says that nothing was sent, and can be withdrawn', async () => {
  expect((await spfe()).out).toContain('There is no decision');
  const dry = await decide('send', '2026-11-20', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('Invoices of B12345674 dated 2026-11-20 or later are to be sent');
  expect(dry.out).toContain(
    'AEAT has not published the service. Invoices are prepared and kept; nothing has been sent',
  );
  expect(dry.out).toContain('Dry run: nothing was changed');
  expect(await test.read('select from spfe_decisions')).toEqual([]);
  expect((await decide('send', '2026-11-20', '--reason', 'prueba')).out).toContain('Decided');
  expect(await decide('prepare', '2026-11-20')).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run engine -- org spfe B12345674 --withdraw --from 2026-11-20'),
  });
  expect((await spfe(ISSUER)).out).toMatch(
    /B12345674 {2}from 2026-11-20 {2}send, copy, voluntary {2}\(decided .* by .*: prueba\)/,
  );
  expect(await spfe(ISSUER, '--withdraw', '--from', '2026-11-20')).toMatchObject({ code: 0 });
  expect((await spfe(ISSUER)).out).toContain('; withdrawn ');
  expect(
    await test.read(`select details from operator_acts where act = 'issuer.spfe' order by id`),
  ).toMatchObject([
    { details: { issuer: ISSUER, mode: 'send', channel: 'copy', basis: 'voluntary', from: '2026-11-20' } },
    { details: { issuer: ISSUER, mode: 'send', from: '2026-11-20', withdrawn: true } },
  ]);
});

it('sending never begins before the latest invoice of an issuer, in whichever organization it is', async () => {
  const other = await test.api.createOrganization('Otra SL');
  await issueBatch(test.api, other, 2, 'O', dated('2026-11-19'));
  expect(await decide('send', '2026-11-18')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The latest invoice of the issuer is dated 2026-11-19'),
  });
  const decided = await decide('send', '2026-11-19');
  expect(decided.out).toContain(
    'What was issued before this decision stays as it is: 2 invoices dated 2026-11-19 to 2026-11-19 have no delivery (O-2, O-1)',
  );
});

it('what was prepared can be decided to be sent from the same day on, and what is to be sent stays', async () => {
  await putInSpfe(test.pool, { mode: 'prepare', validFrom: '2026-11-01' });
  await issueBatch(test.api, test.organization, 1, 'P', dated('2026-11-19'));
  const sending = await decide('send', '2026-11-19');
  expect(sending.out).toContain('1 invoices dated 2026-11-19 to 2026-11-19 are prepared and not sent (P-1)');
  await issueBatch(test.api, test.organization, 1, 'S', dated('2026-11-20'));
  expect(await decide('prepare', '2026-11-20')).toMatchObject({
    code: 1,
    err: expect.stringContaining('1 invoices dated 2026-11-20 to 2026-11-20 are to be sent (S-1)'),
  });
  expect(await spfe(ISSUER, '--withdraw', '--from', '2026-11-19')).toMatchObject({ code: 1 });
});

it('a decision without its channel, date or basis is refused with what is missing', async () => {
  const refused = async (...args: string[]) => (await spfe(...args)).err;
  expect(await refused(ISSUER, '--mode', 'send')).toContain('Give the first issue date');
  expect(await refused(ISSUER, '--mode', 'send', '--from', '2026-11-20')).toContain(
    'Give --basis, one of turnover',
  );
  expect(await refused(ISSUER, '--mode', 'send', '--from', '2026-11-20', '--basis', 'everyone')).toContain(
    'Give --channel, one of interconnect, copy, elsewhere',
  );
  expect(await refused('--dry-run')).toContain('Give the NIF, and --mode or --withdraw');
});

it('with a connection sending is decided only after the SPFE has answered a question about the issuer', async () => {
  const url = test.sandbox.spfeUrl;
  const refusal = (err: string) => ({ code: 1, err: expect.stringContaining(err) });
  expect(await withSpfe(url)).toMatchObject(refusal(`No organization issues for ${ISSUER}`));
  await addProfile();
  const of = `organization ${test.organization.id}`;
  test.sandbox.control.addFaults({
    service: 'spfe',
    operation: 'GetInvoicesSOAP',
    kind: 'soap-fault',
    code: 4,
    count: 2,
  });
  for (const options of [['--dry-run'], []]) {
    const refused = await withSpfe(url, ...options);
    expect(refused).toMatchObject(refusal(`${of}: it refused the question: SPFE-FAULT-04`));
    expect(refused.err).toContain('a registered power of attorney of the issuer for consulting');
  }
  for (const options of [['--dry-run'], []])
    expect(await withSpfe('http://127.0.0.1:1/spfe', ...options)).toMatchObject(
      refusal(`${of}: unreachable: `),
    );
  test.sandbox.control.addFaults({ service: 'spfe', operation: 'GetInvoicesSOAP', kind: 'html', count: 1 });
  expect(await withSpfe(url)).toMatchObject(refusal(`${of}: `));
  expect(await test.read('select from spfe_decisions')).toEqual([]);
  const asked = `The SPFE answers questions about ${ISSUER} with the certificate of ${of}`;
  expect(await withSpfe(url, '--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining(asked) });
  expect((await withSpfe(url)).out).toMatch(new RegExp(`^${asked}\\n[^]*\\nDecided\\n`));
  expect(await test.read('select from spfe_decisions')).toHaveLength(1);
  expect(test.sandbox.control.spfeBook()).toEqual([]);
  expect(new Set(test.sandbox.control.messages().map(({ operation }) => operation))).toEqual(
    new Set(['GetInvoicesSOAP']),
  );
});

it('only sending asks the SPFE, and only if there is a connection', async () => {
  await addProfile();
  expect((await decide('send', '2026-11-20', '--dry-run')).out).toContain('nothing has been sent');
  const nowhere = {
    DATABASE_URL: test.api.database.url,
    SPFE_TRANSPORT: 'sandbox',
    SPFE_URL: 'http://127.0.0.1:1/spfe',
  };
  const args = [
    'spfe',
    ISSUER,
    '--mode',
    'prepare',
    '--channel',
    'copy',
    '--basis',
    'voluntary',
    '--from',
    '2026-11-20',
  ];
  expect(await runCli('org', args, nowhere)).toMatchObject({ code: 0 });
  expect(test.sandbox.control.messages()).toEqual([]);
});
