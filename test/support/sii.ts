import type { Pool } from 'pg';
import type { RegisterDecision } from '../../src/domain/registers/choose-register.ts';
import { decideRegister } from '../../src/organizations/registers/decide-register.ts';
import { sendEntries, type SendResult } from '../../src/remit/sii/send-entries.ts';
import { BY_TEST } from './api.ts';
import { openTestRemission, type TestRemission } from './remission.ts';

export const SII_ISSUER = 'B12345674';

/** Decides that an issuer is in SII from a date on, with the rights of the owner. */
export async function putInSii(
  pool: Pool,
  { issuerNif = SII_ISSUER, period = 'month', validFrom = '2026-01-01' }: Partial<RegisterDecision> = {},
): Promise<void> {
  const wanted = {
    issuerNif,
    validFrom,
    register: 'sii',
    period: period ?? 'month',
    basis: 'turnover',
  } as const;
  const outcome = await decideRegister(pool, wanted, BY_TEST, new Date(), false);
  if (outcome.kind !== 'decided') throw new Error(`The register was not decided: ${outcome.kind}`);
}

/** An entry as its row shows it. */
export type EntryRow = {
  readonly number: string;
  readonly state: string;
  readonly kind: string;
  readonly version: number;
  readonly code: number | null;
  readonly csv: string | null;
};

export type TestSii = TestRemission & {
  /** Sends the next message of an issuer, as a newly started process would. */
  send(options?: {
    readonly timeoutMs?: number;
    readonly most?: number;
    readonly issuerNif?: string;
  }): Promise<SendResult>;
  /** Sends messages until nothing waits; advances the clock by the time that they ask for. */
  sendAll(): Promise<void>;
  entries(): Promise<EntryRow[]>;
};

/** Opens the product and a stand-in for AEAT, with an issuer in SII. */
export async function openTestSii(options: Parameters<typeof openTestRemission>[0] = {}): Promise<TestSii> {
  return enterSii(await openTestRemission(options));
}

/** Puts an issuer of an opened product in SII. */
export async function enterSii(test: TestRemission, ofTest = SII_ISSUER): Promise<TestSii> {
  await putInSii(test.pool, { issuerNif: ofTest });
  const send: TestSii['send'] = ({ timeoutMs, most = 1000, issuerNif = ofTest } = {}) =>
    sendEntries(
      { ...test.context(timeoutMs), mostEntries: most },
      { organizationId: test.organization.id, issuerNif },
    );
  return {
    ...test,
    send,
    async sendAll() {
      for (let rest = 50; rest > 0; rest -= 1) {
        const result = await send();
        if (result.kind === 'nothing') return;
        if (result.kind === 'wait' || result.kind === 'sent')
          test.pass(Math.max((result.next.getTime() - test.api.clock.now.getTime()) / 1000, 0));
        else throw new Error(`Nothing can be sent: ${result.kind}`);
      }
      throw new Error('Entries are sent again and again');
    },
    entries: () =>
      test.read<EntryRow>(
        'select invoice_number as number, state, kind, version, code, csv from sii_entries order by issued_invoice_id',
      ),
  };
}
