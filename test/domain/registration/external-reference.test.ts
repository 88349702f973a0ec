import { describe, expect, it } from 'vitest';
import { findOwnReferences } from '#src/domain/registration/external-reference.ts';
import { buildConsulted } from '../../../packages/verifactu/test/support/answers.ts';

const consulted = (externalReference: string | null, installationNumber: string | null = 'I-1') =>
  buildConsulted({ externalReference, installationNumber, hash: 'A' });

const CHAIN = { chainId: 7, installationNumber: 'I-1' };

describe('the records of a chain in AEAT’s register', () => {
  it('are those with a reference of the chain', () => {
    const records = [
      consulted('7-1'),
      consulted('8-2'),
      consulted(null),
      consulted('7-x'),
      consulted('17-1'),
    ];
    expect(findOwnReferences(CHAIN, records)).toEqual([{ sequence: 1, hash: 'A' }]);
  });

  it('are not those of another installation, but also those without an installation', () => {
    const records = [consulted('7-1', 'I-2'), consulted('7-2', null)];
    expect(findOwnReferences(CHAIN, records)).toEqual([{ sequence: 2, hash: 'A' }]);
  });
});
