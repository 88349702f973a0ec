import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Asn1Error,
  listAsn1,
  readAsn1,
  readObjectIdentifier,
  readOctets,
} from '../../../src/domain/certificates/der.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('an ASN.1 value', () => {
  it.each([
    ['04 02 0102', '0102'],
    ['04 81 02 0102', '0102'],
    ['24 80 04 01 01 04 01 02 00 00', '0102'],
    ['24 06 04 01 01 04 01 02', '0102'],
    ['24 80 24 80 04 01 01 00 00 04 01 02 00 00', '0102'],
  ])('is read with its length, which may be indefinite: %s', (bytes, octets) => {
    const value = readAsn1(hex(`${bytes} ff`));
    expect(value.bytes).toEqual(hex(bytes));
    expect(readOctets(value)).toEqual(hex(octets));
  });

  it.each([
    ['06 09 2a864886f70d010701', '1.2.840.113549.1.7.1'],
    ['06 03 550461', '2.5.4.97'],
    ['06 03 883703', '2.999.3'],
    ['06 0a 0992268993f22c640101', '0.9.2342.19200300.100.1.1'],
  ])('with the bytes %s is the object identifier %s', (bytes, identifier) => {
    expect(readObjectIdentifier(readAsn1(hex(bytes)))).toBe(identifier);
  });

  it.each(['', '30', '30 02 01', '30 85 0000000001 00', '30 80 04 01', '1f 81 01 00'])(
    'is refused if its identifier or length is wrong: %s',
    (bytes) => {
      expect(() => readAsn1(hex(bytes))).toThrow(Asn1Error);
    },
  );

  it('of another type is no octet string and no object identifier', () => {
    const value = readAsn1(hex('02 01 01'));
    expect(() => readOctets(value)).toThrow(Asn1Error);
    expect(() => readObjectIdentifier(value)).toThrow(Asn1Error);
  });

  it('of any bytes is read or refused, and its parts are within it', () => {
    const read = (bytes: Buffer): Buffer | null => {
      try {
        const value = readAsn1(bytes);
        return value.content.equals(Buffer.concat(listAsn1(value).map((part) => part.bytes)))
          ? value.bytes
          : null;
      } catch (error) {
        if (error instanceof Asn1Error) return Buffer.alloc(0);
        throw error;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const whole = Buffer.from(bytes);
        const value = read(whole);
        expect(value?.equals(whole.subarray(0, value.length))).toBe(true);
      }),
    );
  });
});
