import * as fc from 'fast-check';
import QRCode from 'qrcode';
import { expect, it } from 'vitest';
import { chooseMask } from '../../../src/render/postprocess/choose-mask.ts';
import { runsOf } from '../../support/long.ts';

it('chooseMask chooses the same mask as `qrcode`, for a QR code with any content and size', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 400, unit: 'binary', size: 'max' }), (text) => {
      const segments = [{ data: Buffer.from(text), mode: 'byte' as const }];
      const chosen = chooseMask(
        (maskPattern) => QRCode.create(segments, { errorCorrectionLevel: 'M', maskPattern }).modules,
      );
      const { size, data } = QRCode.create(segments, { errorCorrectionLevel: 'M' }).modules;
      expect(chosen.size).toBe(size);
      expect(Buffer.from(chosen.data).equals(Buffer.from(data))).toBe(true);
    }),
    { numRuns: runsOf(300) },
  );
}, 60_000);
