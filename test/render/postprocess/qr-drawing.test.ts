import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQrDrawing } from '../../../src/render/postprocess/qr-drawing.ts';
import { decodeQrDrawing } from '../support/decode-qr.ts';

const BOX = [100, 600, 190, 690] as const;

describe('the drawing of a QR code', () => {
  it('decodes to its address, at error correction level M', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,60}$/), (number) => {
        const address = `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=${encodeURIComponent(number)}&fecha=20-11-2026&importe=-1210.00`;
        const qr = decodeQrDrawing(buildQrDrawing(address, BOX));
        expect(qr.text).toBe(address);
        expect(qr.level).toBe('M');
      }),
      { numRuns: 40 },
    );
  });

  it('fills its box exactly', () => {
    const { box } = decodeQrDrawing(buildQrDrawing('https://prewww2.aeat.es/', BOX));
    box.forEach((edge, index) => expect(edge).toBeCloseTo(BOX[index]!, 3));
  });
});
