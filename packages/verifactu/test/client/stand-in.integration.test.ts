import { describe, expect, it } from 'vitest';
import {
  openAeatSandbox,
  type AeatSandbox,
  type AeatSandboxOptions,
} from '../../../aeat-sandbox/src/open-aeat-sandbox.ts';
import { openAeatClient, type AeatClientOptions } from 'verifactu-protocol/client/open-aeat-client';
import type { SubmitOutcome } from 'verifactu-protocol/client/outcome';
import { buildEnvelope } from 'verifactu-protocol/remission/build-envelope';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { buildRegistroAnulacion } from 'verifactu-protocol/records/build-registro-anulacion';
import type { RegisteredInvoice } from 'verifactu-protocol/records/registered-invoice';
import type { ChainLink } from 'verifactu-protocol/records/xml';
import { judgeAnswer, judgeFault, type RemittedRecord } from 'verifactu-protocol/remission/judge-answer';
import { findConsulted, judgeDuplicate } from 'verifactu-protocol/remission/judge-duplicate';
import { GENERATED_AT, SYSTEM } from '../support/records.ts';
import { readTestAuthority, readTestCertificate } from '../support/messages.ts';

const ISSUER = { nif: 'B12345674', name: 'Talleres Ñandú SL' };
const NOW = Date.parse(GENERATED_AT) + 10_000;

type Record = RemittedRecord & { readonly xml: string; readonly hash: string };

function openStandIn(options: AeatSandboxOptions = {}): Promise<AeatSandbox> {
  return openAeatSandbox({ port: 0, now: () => NOW, ...options });
}

function openClient({ url }: AeatSandbox, options: Partial<AeatClientOptions> = {}) {
  return openAeatClient({ url, timeoutMs: 20_000, ...options });
}

function buildInvoice(number: string, amount: number): RegisteredInvoice {
  const [base, tax, total] = [amount, amount * 0.21, amount * 1.21].map((each) => each.toFixed(2)) as [
    string,
    string,
    string,
  ];
  return {
    issuer: ISSUER,
    number,
    issueDate: '2026-11-20',
    type: 'F1',
    operationDate: null,
    description: 'Servicios',
    recipients: [{ name: 'Cliente SA', identification: { nif: 'A58818501' } }],
    details: [{ taxKind: '01', regime: '01', operationKey: 'S1', exemption: null, rate: '21', base, tax }],
    taxTotal: tax,
    total,
  };
}

/** Builds the altas of one chain. Another `amount` gives another record of the same invoice. */
function buildAltas(numbers: readonly string[], amount = 100): Record[] {
  const records: Record[] = [];
  for (const number of numbers) {
    const invoice = buildInvoice(number, amount);
    const externalReference = String(records.length + 1);
    const { xml, hash } = buildRegistroAlta({
      invoice,
      externalReference,
      system: SYSTEM,
      previous: linkTo(records.at(-1)),
      generatedAt: GENERATED_AT,
    });
    const { issueDate } = invoice;
    records.push({ issuerNif: ISSUER.nif, number, issueDate, kind: 'alta', externalReference, xml, hash });
  }
  return records;
}

function buildAnulacion(annulled: Record, previous: Record): Record {
  const { xml, hash } = buildRegistroAnulacion({
    ...annulled,
    externalReference: 'x',
    system: SYSTEM,
    previous: linkTo(previous),
    generatedAt: GENERATED_AT,
  });
  return { ...annulled, kind: 'anulacion', externalReference: 'x', xml, hash };
}

function linkTo(record: Record | undefined): ChainLink | null {
  return record ?? null;
}

function envelopeOf(records: readonly Record[]): Buffer {
  return Buffer.from(
    buildEnvelope({ issuer: ISSUER, hasIncident: false, records: records.map(({ xml }) => xml) }),
  );
}

function verdictsOf(records: readonly Record[], outcome: SubmitOutcome) {
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  const { verdicts, strangeLines } = judgeAnswer(records, outcome.answer);
  expect(strangeLines).toEqual([]);
  return verdicts.map(({ verdict }) => verdict);
}

describe('the AEAT stand-in', () => {
  it('accepts a chain and reports duplicates when the chain is sent again', async () => {
    await using standIn = await openStandIn();
    await using client = openClient(standIn);
    const altas = buildAltas(['A/1', 'A/2 & B', 'A/3']);
    const records = [...altas, buildAnulacion(altas[0]!, altas[2]!)];
    const first = await client.submit(envelopeOf(records));
    expect(verdictsOf(records, first).map(({ kind }) => kind)).toEqual(Array(4).fill('accepted'));
    expect(first).toMatchObject({
      answer: { csv: expect.any(String), waitSeconds: 60, presentedAt: new Date(NOW), unreadableLines: 0 },
      serverDate: new Date(NOW - (NOW % 1000)),
    });
    const second = verdictsOf(records, await client.submit(envelopeOf(records)));
    expect(second).toMatchObject([
      { kind: 'duplicate', registered: { state: 'annulled' } },
      { kind: 'duplicate', registered: { state: 'accepted' } },
      { kind: 'duplicate', registered: { state: 'accepted' } },
      { kind: 'already_annulled', code: 3001 },
    ]);
    expect(standIn.control.records()).toHaveLength(4);
  });

  it('shows in its register the state of a record, which is identified by its hash', async () => {
    await using standIn = await openStandIn();
    await using client = openClient(standIn);
    const altas = buildAltas(['A/1', 'A/2 & B']);
    const [annulled, standing] = altas as [Record, Record];
    const annulment = buildAnulacion(annulled, standing);
    await client.submit(envelopeOf([...altas, annulment]));
    const judge = async (record: Record, later: Record[] = []) => {
      const outcome = await client.consult({
        issuer: ISSUER,
        period: record.issueDate.slice(0, 7),
        number: record.number,
        issueDate: record.issueDate,
      });
      if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
      const consulted = findConsulted(record, outcome.answer) ?? null;
      const installationNumbers = [SYSTEM.installationNumber];
      return judgeDuplicate(record, consulted, { installationNumbers, later }).kind;
    };
    expect(await judge(standing)).toBe('accepted');
    expect(await judge(annulled, [annulment])).toBe('accepted');
    expect(await judge(annulment)).toBe('accepted');
    const [other] = buildAltas(['A/2 & B'], 200) as [Record];
    expect(other.hash).not.toBe(standing.hash);
    expect(await judge(other)).toBe('rejected');
    expect(await judge({ ...standing, number: 'A/9' })).toBe('unknown');
  });

  it('returns its register page by page', async () => {
    await using standIn = await openStandIn({ settings: { pageSize: 2 } });
    await using client = openClient(standIn);
    const altas = buildAltas(['A/1', 'A/2', 'A/3', 'A&4', 'A/5']);
    await client.submit(envelopeOf(altas));
    const found: string[] = [];
    let page: Pick<Record, 'issuerNif' | 'number' | 'issueDate'> | null | undefined;
    while (page !== null) {
      const query = { issuer: ISSUER, period: '2026-11', ...(page === undefined ? {} : { page }) };
      const outcome = await client.consult(query);
      if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
      found.push(...outcome.answer.records.map(({ number }) => number));
      page = outcome.answer.nextPage;
    }
    expect(found.toSorted()).toEqual(altas.map(({ number }) => number).toSorted());
  });

  it.each([
    [{ kind: 'timeout' }, { kind: 'unknown', reason: 'timeout' }, 0],
    [{ kind: 'timeout', when: 'after' }, { kind: 'unknown', reason: 'timeout' }, 2],
    [{ kind: 'reset' }, { kind: 'unknown', reason: 'reset' }, 0],
    [{ kind: 'reset', when: 'after' }, { kind: 'unknown', reason: 'reset' }, 2],
    [{ kind: 'http-status', status: 503 }, { kind: 'unknown', reason: 'http_status', status: 503 }, 0],
    [{ kind: 'html', when: 'after' }, { kind: 'unknown', reason: 'not_xml' }, 2],
    [{ kind: 'redirect' }, { kind: 'unknown', reason: 'redirected' }, 0],
    [{ kind: 'truncated' }, { kind: 'unknown', reason: 'truncated' }, 2],
    [{ kind: 'truncated', abrupt: true }, { kind: 'unknown', reason: 'truncated' }, 2],
    [{ kind: 'ill-formed' }, { kind: 'unknown', reason: 'not_xml' }, 2],
    [{ kind: 'wrong-namespace' }, { kind: 'unknown', reason: 'wrong_namespace' }, 2],
    [{ kind: 'huge' }, { kind: 'unknown', reason: 'too_large' }, 2],
    [{ kind: 'empty-wait' }, { kind: 'answered', answer: { waitSeconds: null } }, 2],
    [{ kind: 'raised-wait', seconds: 900 }, { kind: 'answered', answer: { waitSeconds: 900 } }, 2],
    [{ kind: 'slow', milliseconds: 50 }, { kind: 'answered' }, 2],
    [{ kind: 'partial', records: 1 }, { kind: 'answered', answer: { lines: [{ number: 'A/1' }] } }, 2],
  ] as const)(
    'simulates the fault %o, after which the same message is registered exactly once',
    async (fault, expected, stored) => {
      await using standIn = await openStandIn();
      standIn.control.addFaults({ ...fault, count: 1 });
      await using impatient = openClient(standIn, fault.kind === 'timeout' ? { headersTimeoutMs: 1000 } : {});
      // The limit that ends the first message must not end the second one on a busy machine.
      await using client = openClient(standIn, {});
      const records = buildAltas(['A/1', 'A/2']);
      expect(await impatient.submit(envelopeOf(records))).toMatchObject(expected);
      expect(standIn.control.records()).toHaveLength(stored);
      const again = verdictsOf(records, await client.submit(envelopeOf(records)));
      const kind = stored === 0 ? 'accepted' : 'duplicate';
      expect(again.map((verdict) => verdict.kind)).toEqual([kind, kind]);
      expect(standIn.control.records()).toHaveLength(2);
    },
  );

  it.each([
    [200, 20_009, 'server', 'before', 'retry_later'],
    [500, 20_009, 'server', 'before', 'retry_later'],
    [200, 20_009, 'server', 'after', 'retry_later'],
    [500, 20_009, 'server', 'after', 'retry_later'],
    [200, 102, 'server', 'before', 'retry_later'],
    [500, 102, 'server', 'before', 'retry_later'],
    [200, 4104, 'client', 'before', 'refused'],
    [500, 4104, 'client', 'before', 'refused'],
    [200, 4141, 'client', 'before', 'suspended'],
    [500, 4141, 'client', 'before', 'suspended'],
  ] as const)(
    'simulates, with HTTP status %i, the fault %i of the %s %s it registers the message, which is judged as %s',
    async (status, code, side, when, verdict) => {
      await using standIn = await openStandIn({ settings: { faultStatus: status } });
      standIn.control.addFaults({ kind: 'soap-fault', code, when, count: 1 });
      await using client = openClient(standIn);
      const records = buildAltas(['A/1', 'A/2']);
      const outcome = await client.submit(envelopeOf(records));
      expect(outcome).toMatchObject({ kind: 'fault', status, fault: { side, code } });
      expect(outcome.kind === 'fault' && judgeFault(outcome.fault)).toBe(verdict);
      const again = verdictsOf(records, await client.submit(envelopeOf(records)));
      const kind = when === 'before' ? 'accepted' : 'duplicate';
      expect(again.map((last) => last.kind)).toEqual([kind, kind]);
    },
  );

  it('simulates a technical error in one record, which alone must be sent again', async () => {
    await using standIn = await openStandIn();
    standIn.control.addFaults({ kind: 'record-error', code: 1243, records: 1, count: 1 });
    await using client = openClient(standIn);
    const records = buildAltas(['A/1', 'A/2']);
    const verdicts = verdictsOf(records, await client.submit(envelopeOf(records)));
    expect(verdicts).toMatchObject([{ kind: 'accepted' }, { kind: 'technical', code: 1243 }]);
  });
});

describe('the AEAT stand-in with mutual TLS', () => {
  const { pkcs12: pfx, passphrase } = readTestCertificate('server');
  const tls = { pfx, passphrase, clientCa: readTestAuthority() };
  const envelope = () => envelopeOf(buildAltas(['A/1']));

  it('answers a client with a known certificate', async () => {
    await using standIn = await openStandIn({ tls, settings: { presenters: 'obligado' } });
    await using client = openClient(standIn, {
      certificate: readTestCertificate('company'),
      certificateAuthority: readTestAuthority(),
    });
    expect(await client.submit(envelope())).toMatchObject({
      kind: 'answered',
      answer: { presenterNif: 'B12345674', lines: [{ status: 'accepted' }] },
    });
  });

  it('redirects clients without a known certificate to an error page, as AEAT does', async () => {
    await using standIn = await openStandIn({ tls });
    for (const options of [{}, { certificate: readTestCertificate('stranger') }]) {
      await using client = openClient(standIn, { ...options, certificateAuthority: readTestAuthority() });
      expect(await client.submit(envelope())).toMatchObject({
        kind: 'unknown',
        reason: 'redirected',
        status: 302,
        detail: expect.stringContaining('erro4033'),
      });
    }
    expect(standIn.control.records()).toEqual([]);
  });
});
