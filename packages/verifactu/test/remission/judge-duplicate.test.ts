import { describe, expect, it } from 'vitest';
import type { ConsultaAnswer, ConsultedRecord } from 'verifactu-protocol/remission/answer';
import { findConsulted, judgeDuplicate } from 'verifactu-protocol/remission/judge-duplicate';
import { buildConsulted } from '../support/answers.ts';

const OURS = 'A'.repeat(64);
const LATER = 'B'.repeat(64);
const FOREIGN = 'C'.repeat(64);
const ALTA = { kind: 'alta', hash: OURS, externalReference: '1-1' } as const;
const ANULACION = { kind: 'anulacion', hash: OURS, externalReference: '1-1' } as const;
const know = (later: string[]) => ({
  installationNumbers: ['I-0', 'I-1'],
  later: later.map((hash, index) => ({ externalReference: `1-${index + 2}`, hash })),
});
const ACCEPTED = { kind: 'accepted', code: null, text: null };
const UNKNOWN = { kind: 'unknown' };

describe('an alta that AEAT reports as a duplicate', () => {
  it.each<[what: string, consulted: Partial<ConsultedRecord> | null, later: string[], verdict: object]>([
    ['is accepted if its own hash is registered', {}, [], ACCEPTED],
    [
      'is accepted with the errors that are registered with its own hash',
      { state: 'accepted_with_errors', code: 2004, text: 'reloj' },
      [],
      { kind: 'accepted_with_errors', code: 2004, text: 'reloj' },
    ],
    ['is accepted if it has been annulled since', { state: 'annulled' }, [], ACCEPTED],
    ['is accepted if a later record of the same chain has replaced it', { hash: LATER }, [LATER], ACCEPTED],
    [
      'is accepted if a later anulación of the same chain has replaced it',
      { hash: LATER, state: 'annulled' },
      [FOREIGN, LATER],
      ACCEPTED,
    ],
    [
      'is rejected if a foreign hash is registered',
      { hash: FOREIGN },
      [LATER],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      'is rejected if a foreign record was annulled, because a number can be used only once',
      { hash: FOREIGN, state: 'annulled' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      'is rejected if the record of another installation has the same hash, from equal data in the same second',
      { installationNumber: 'I-2', externalReference: '1-1' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      'is accepted if an earlier installation number of the chain has it',
      { installationNumber: 'I-0' },
      [],
      ACCEPTED,
    ],
    [
      'is accepted by hash and reference if AEAT names no installation',
      { installationNumber: null, externalReference: '1-1' },
      [],
      ACCEPTED,
    ],
    [
      'is rejected if AEAT names no installation and another reference',
      { installationNumber: null, externalReference: '2-1' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      'is unknown if the register contains neither the installation nor the reference',
      { installationNumber: null },
      [],
      UNKNOWN,
    ],
    ['is unknown if the register does not have it', null, [LATER], UNKNOWN],
    ['is unknown if the register contains no hash', { hash: null }, [LATER], UNKNOWN],
  ])('%s', (_what, consulted, later, verdict) => {
    expect(judgeDuplicate(ALTA, consulted && buildConsulted(consulted), know(later))).toEqual(verdict);
  });
});

describe('an anulación that AEAT reports as already annulled', () => {
  it.each<[what: string, consulted: Partial<ConsultedRecord> | null, later: string[], verdict: object]>([
    ['is accepted if the invoice is annulled with its hash', { state: 'annulled' }, [], ACCEPTED],
    [
      'is accepted if the invoice is annulled with the hash of the alta',
      { state: 'annulled', hash: FOREIGN },
      [],
      ACCEPTED,
    ],
    ['is accepted if a later record of the same chain has replaced it', { hash: LATER }, [LATER], ACCEPTED],
    ['is unknown if the invoice is not annulled', { hash: FOREIGN }, [], UNKNOWN],
    [
      'is rejected if the record of another installation was annulled',
      { state: 'annulled', installationNumber: 'I-2' },
      [],
      { kind: 'rejected', code: 3001, text: expect.any(String) },
    ],
    ['is unknown if the register does not have it', null, [], UNKNOWN],
  ])('%s', (_what, consulted, later, verdict) => {
    expect(judgeDuplicate(ANULACION, consulted && buildConsulted(consulted), know(later))).toEqual(verdict);
  });
});

describe('findConsulted', () => {
  const identity = { issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-11-20' };
  const page = (...records: ConsultedRecord[]): ConsultaAnswer => ({
    records,
    nextPage: null,
    isWhole: true,
  });

  it('finds an invoice by all three parts of its identity', () => {
    const others = [{ issuerNif: 'A12345674' }, { number: 'A/11' }, { issueDate: '2025-11-20' }].map(
      (changes) => buildConsulted(changes),
    );
    const wanted = buildConsulted();
    expect(findConsulted(identity, page(...others, wanted))).toBe(wanted);
    expect(findConsulted(identity, page(...others))).toBeNull();
  });

  it('does not report an invoice as absent if the answer is incomplete or has another page', () => {
    const wanted = buildConsulted();
    for (const rest of [{ isWhole: false }, { nextPage: identity }]) {
      expect(findConsulted(identity, { ...page(), ...rest })).toBeUndefined();
      expect(findConsulted(identity, { ...page(wanted), ...rest })).toBe(wanted);
    }
  });
});
