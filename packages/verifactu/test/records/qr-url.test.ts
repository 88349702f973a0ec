import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQrUrl, type QrEnvironment } from 'verifactu-protocol/records/qr-url';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';

const INVOICE = { issuerNif: '89890001K', number: '12345678-G33', issueDate: '2024-09-01', total: '241.40' };

describe('the URL in the QR code', () => {
  it("is that of AEAT's production service in production", () => {
    expect(buildQrUrl('production', INVOICE)).toBe(
      'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678-G33&fecha=01-09-2024&importe=241.40',
    );
  });

  it("is that of AEAT's test service otherwise", () => {
    expect(buildQrUrl('test', INVOICE)).toBe(
      'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678-G33&fecha=01-09-2024&importe=241.40',
    );
  });

  it('encodes every character that a number may contain', () => {
    const url = buildQrUrl('test', { ...INVOICE, number: 'A&B/1 %+#?', total: '-1.00' });
    expect(url).toContain('numserie=A%26B%2F1%20%25%2B%23%3F&');
    expect(url).toContain('&importe=-1.00');
  });

  it('has exactly four parameters in order, each of which decodes to its value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('test', 'production'),
        fc.stringMatching(/^[!#-&(-;?-~]{1,60}$/),
        (environment, number) => {
          const { searchParams } = new URL(buildQrUrl(environment, { ...INVOICE, number }));
          expect([...searchParams]).toEqual([
            ['nif', '89890001K'],
            ['numserie', number],
            ['fecha', '01-09-2024'],
            ['importe', '241.40'],
          ]);
        },
      ),
    );
  });
});

type QrVector = {
  id: string;
  env: QrEnvironment;
  nif: string;
  numserie: string;
  fecha: string;
  importe: string;
  url: string;
};

describe.skipIf(!hasSharedFacts)('the shared vectors (skipped where ../shared/verifactu is absent)', () => {
  const { qr: vectors }: { qr: QrVector[] } = hasSharedFacts
    ? (JSON.parse(readShared('vectors.json')) as { qr: QrVector[] })
    : { qr: [] };

  it('have the URLs that AEAT documents', () => {
    const urls = vectors.map(({ env, nif, numserie, fecha, importe }) => {
      const issueDate = fecha.split('-').toReversed().join('-');
      return buildQrUrl(env, { issuerNif: nif, number: numserie, issueDate, total: importe });
    });
    expect(urls).toEqual(vectors.map(({ url }) => url));
    expect(vectors.length).toBeGreaterThan(3);
  });
});
