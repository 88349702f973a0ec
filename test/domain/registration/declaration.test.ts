import { describe, expect, it } from 'vitest';
import { DECLARED_CONTENT, SYSTEM_USE } from '#src/domain/registration/declared-system.ts';
import { buildDeclaration } from 'verifactu-protocol/records/build-declaration';

const declaration = buildDeclaration({
  software: {
    producerName: 'Productora de Ejemplo SL',
    producerNif: 'B12345674',
    systemName: 'Sistema',
    systemId: 'S1',
    version: '1.2.3',
    ...SYSTEM_USE,
  },
  ...DECLARED_CONTENT,
  producerAddress: 'Calle Mayor 1, 28013 Madrid',
  place: 'Madrid, España',
  date: '2026-11-05',
});

describe('the declaración responsable', () => {
  it('has its title and the points a) to l) in order (article 15 of Orden HAC/1177/2024)', () => {
    expect(declaration).toMatch(/^DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN\n/);
    expect(declaration.match(/^[a-z]\) /gm)).toEqual('abcdefghijkl'.split('').map((letter) => `${letter}) `));
  });

  it.each([
    ['a', 'Sistema'],
    ['b', 'S1'],
    ['c', '1.2.3'],
    [
      'e',
      'Sí. Para cumplir el Reglamento el sistema no ofrece otra modalidad. A quienes quedan fuera de su ámbito',
    ],
    ['f', 'Sí.'],
    ['g', 'Ninguno'],
    ['h', 'Productora de Ejemplo SL'],
    ['i', 'B12345674'],
    ['j', 'Calle Mayor 1, 28013 Madrid'],
    ['k', '29.2.j'],
    ['l', '5 de noviembre de 2026, en Madrid, España.'],
  ])('contains in point %s) the text: %s', (letter, text) => {
    const point = new RegExp(`^${letter}\\) [^\\n]*\\n([^\\n]*)`, 'm').exec(declaration)?.[1];
    expect(point).toContain(text);
  });
});
