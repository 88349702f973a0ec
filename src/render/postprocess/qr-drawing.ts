import QRCode from 'qrcode';
import { chooseMask, type Modules } from './choose-mask.ts';
import type { Box } from './finished-pdf.ts';

/**
 * PDF operators that fill the QR of an address into a box: error correction M, vector, so that it is crisp at any size. The
 * runs of dark modules are one path: filled at once they leave no hairlines between rows.
 */
export function buildQrDrawing(address: string, [left, bottom, right, top]: Box): string {
  // One segment of bytes: searching for the best mix of modes costs more than it saves in an address.
  const segments = [{ data: Buffer.from(address), mode: 'byte' as const }];
  const create = (maskPattern: QRCode.QRCodeMaskPattern): Modules =>
    QRCode.create(segments, { errorCorrectionLevel: 'M', maskPattern }).modules;
  const { data, size } = chooseMask(create);
  // The y axis is turned so that rows count from the top, as the modules do.
  const operators = [`q 0 g ${(right - left) / size} 0 0 ${(bottom - top) / size} ${left} ${top} cm`];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && data[row * size + column] === 1) column += 1;
      if (column > start) operators.push(`${start} ${row} ${column - start} 1 re`);
    }
  }
  return `${operators.join('\n')}\nf Q`;
}
