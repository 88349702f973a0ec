import { describe, expect, it } from 'vitest';
import type { ConsultaAnswer, ConsultedRecord } from '../../../src/domain/verifactu/answer.ts';
import { findConsulted, judgeDuplicate } from '../../../src/domain/verifactu/judge-duplicate.ts';
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

describe('an alta that AEAT calls a duplicate', () => {
  it.each<[what: string, consulted: Partial<ConsultedRecord> | null, later: string[], verdict: object]>([
    ['is accepted where its own hash is registered', {}, [], ACCEPTED],
    [
      'is accepted with the errors that are registered with its own hash',
      { state: 'accepted_with_errors', code: 2004, text: 'reloj' },
      [],
      { kind: 'accepted_with_errors', code: 2004, text: 'reloj' },
    ],
    ['was accepted where it has been annulled since', { state: 'annulled' }, [], ACCEPTED],
    ['was accepted where a later record of ours took its place', { hash: LATER }, [LATER], ACCEPTED],
    [
      'was accepted where a later anulación of ours took its place',
      { hash: LATER, state: 'annulled' },
      [FOREIGN, LATER],
      ACCEPTED,
    ],
    [
      'is rejected where a foreign hash is registered',
      { hash: FOREIGN },
      [LATER],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      'is rejected where a foreign one was annulled: a number is used once',
      { hash: FOREIGN, state: 'annulled' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    [
      "is rejected where another installation's has the same hash: equal data in the same second",
      { installationNumber: 'I-2', externalReference: '1-1' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    ['is accepted where a chain of before has it', { installationNumber: 'I-0' }, [], ACCEPTED],
    [
      'is accepted by hash and reference where no installation is told',
      { installationNumber: null, externalReference: '1-1' },
      [],
      ACCEPTED,
    ],
    [
      'is rejected where no installation is told and the reference is another',
      { installationNumber: null, externalReference: '2-1' },
      [],
      { kind: 'rejected', code: 3000, text: expect.any(String) },
    ],
    ['is unknown where the register tells neither', { installationNumber: null }, [], UNKNOWN],
    ['is unknown where the register does not have it', null, [LATER], UNKNOWN],
    ['is unknown where the register tells no hash', { hash: null }, [LATER], UNKNOWN],
  ])('%s', (_what, consulted, later, verdict) => {
    expect(judgeDuplicate(ALTA, consulted && buildConsulted(consulted), know(later))).toEqual(verdict);
  });
});

describe('an anulación that AEAT has already', () => {
  it.each<[what: string, consulted: Partial<ConsultedRecord> | null, later: string[], verdict: object]>([
    ['is done where the invoice is annulled under its hash', { state: 'annulled' }, [], ACCEPTED],
    [
      "is done where it is annulled under the alta's hash",
      { state: 'annulled', hash: FOREIGN },
      [],
      ACCEPTED,
    ],
    ['is done where a later record of ours took its place', { hash: LATER }, [LATER], ACCEPTED],
    ['is unknown where the invoice stands', { hash: FOREIGN }, [], UNKNOWN],
    [
      "is rejected where it is another's that was annulled",
      { state: 'annulled', installationNumber: 'I-2' },
      [],
      { kind: 'rejected', code: 3001, text: expect.any(String) },
    ],
    ['is unknown where the register does not have it', null, [], UNKNOWN],
  ])('%s', (_what, consulted, later, verdict) => {
    expect(judgeDuplicate(ANULACION, consulted && buildConsulted(consulted), know(later))).toEqual(verdict);
  });
});

describe('the invoice of a record', () => {
  const identity = { issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-11-20' };
  const page = (...records: ConsultedRecord[]): ConsultaAnswer => ({
    records,
    nextPage: null,
    isWhole: true,
  });

  it('is found by all three parts of its identity', () => {
    const others = [{ issuerNif: 'A12345674' }, { number: 'A/11' }, { issueDate: '2025-11-20' }].map(
      (changes) => buildConsulted(changes),
    );
    const wanted = buildConsulted();
    expect(findConsulted(identity, page(...others, wanted))).toBe(wanted);
    expect(findConsulted(identity, page(...others))).toBeNull();
  });

  it('is not called absent by an answer that could not be read wholly, or that goes on', () => {
    const wanted = buildConsulted();
    for (const rest of [{ isWhole: false }, { nextPage: identity }]) {
      expect(findConsulted(identity, { ...page(), ...rest })).toBeUndefined();
      expect(findConsulted(identity, { ...page(wanted), ...rest })).toBe(wanted);
    }
  });
});
