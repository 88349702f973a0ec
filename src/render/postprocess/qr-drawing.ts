import QRCode from 'qrcode';
import { chooseMask, type Modules } from './choose-mask.ts';
import type { Box } from './finished-pdf.ts';

/**
 * Returns PDF operators that draw the QR code of an address into a box, with error correction level
 * M, as vector graphics that are sharp at any size. All runs of dark modules form one path, which
 * leaves no hairlines between rows.
 */
export function buildQrDrawing(address: string, [left, bottom, right, top]: Box): string {
  // Uses a single byte segment. Searching for the best combination of modes costs more than it
  // saves for an address.
  const segments = [{ data: Buffer.from(address), mode: 'byte' as const }];
  const create = (maskPattern: QRCode.QRCodeMaskPattern): Modules =>
    QRCode.create(segments, { errorCorrectionLevel: 'M', maskPattern }).modules;
  const { data, size } = chooseMask(create);
  // The y axis is flipped, so rows count from the top, as the modules do.
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
