import { describe, expect, it } from 'vitest';
import { listRefusedNifs } from '../../../src/domain/census/refused-nifs.ts';

const record = (issuer: string, recipient: string) =>
  `<sum:RegistroFactura><sf:RegistroAlta><sf:IDFactura><sf:IDEmisorFactura>${issuer}</sf:IDEmisorFactura></sf:IDFactura><sf:Destinatarios><sf:IDDestinatario><sf:NIF>${recipient}</sf:NIF></sf:IDDestinatario></sf:Destinatarios></sf:RegistroAlta></sum:RegistroFactura>`;
const MESSAGE = Buffer.from(`<a>${record('B12345674', '12345678Z')}${record('B12345674', 'A12345674')}</a>`);

describe('the NIFs that AEAT refused', () => {
  const list = (...codes: (number | null)[]) => listRefusedNifs(MESSAGE, 'B12345674', codes);

  it('are those of the recipients of the records whose code says so, and the issuer if it was refused', () => {
    expect(list(2001, null)).toEqual(['12345678Z']);
    expect(list(null, 1117)).toEqual(['A12345674']);
    expect(list(4104, 2001)).toEqual(['B12345674', 'A12345674']);
  });

  it('are none if the codes are about something else, or a code has no record', () => {
    expect(list(1104, 3000)).toEqual([]);
    expect(listRefusedNifs(Buffer.from('<a/>'), 'B12345674', [null, 2001])).toEqual([]);
  });
});
