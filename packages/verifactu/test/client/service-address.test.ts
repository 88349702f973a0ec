import { describe, expect, it } from 'vitest';
import { resolveServiceAddress } from 'verifactu-protocol/client/open-aeat-client';

const PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';

describe('the address of the AEAT service', () => {
  it.each([
    ['http://127.0.0.1:3002', `http://127.0.0.1:3002${PATH}`],
    ['http://127.0.0.1:3002/', `http://127.0.0.1:3002${PATH}`],
    ['https://aeat.example', `https://aeat.example${PATH}`],
    ['https://aeat.example/other?x=1', 'https://aeat.example/other?x=1'],
    [`https://aeat.example${PATH}`, `https://aeat.example${PATH}`],
  ])('is derived from %s: %s', (url, address) => {
    expect(resolveServiceAddress(url).href).toBe(address);
  });

  it.each(['', 'aeat.example', 'ftp://aeat.example', 'file:///etc/passwd', 'https://user:word@aeat.example'])(
    'cannot be %j',
    (url) => {
      expect(() => resolveServiceAddress(url)).toThrow(TypeError);
    },
  );
});
