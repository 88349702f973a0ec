import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';

/** A QR code on a page: its text, its correction level and its box in points. */
export type DrawnQr = {
  readonly text: string;
  readonly level: 'L' | 'M' | 'Q' | 'H';
  readonly box: readonly [number, number, number, number];
};

/** The beginning of a QR code, within the mark of a picture in a PDF. */
const DRAWING = /^(?:\/Figure<<[^\n]*BDC\n)?q 0 g (\S+) 0 0 (\S+) (\S+) (\S+) cm\n/;
const PIXELS_PER_MODULE = 4;
const QUIET_MODULES = 4;
/** Levels by the first two bits of the format information, unmasked (ISO/IEC 18004, 7.9). */
const LEVELS = ['M', 'L', 'H', 'Q'] as const;

/**
 * Decodes the operators of a QR code: paints its rectangles and decodes the image with an
 * independent reader.
 */
export function decodeQrDrawing(operators: string): DrawnQr {
  const matrix = DRAWING.exec(operators)?.slice(1).map(Number);
  if (matrix === undefined) throw new Error('The operators draw no QR code');
  const [scaleX = 0, scaleY = 0, left = 0, top = 0] = matrix;
  const runs = [...operators.matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)].map((run) => run.slice(1).map(Number));
  const size = Math.max(...runs.map(([, row = 0]) => row)) + 1;
  const side = (size + 2 * QUIET_MODULES) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const dark = new Set<string>();
  for (const [column = 0, row = 0, length = 0] of runs) {
    for (let module = column; module < column + length; module += 1) {
      dark.add(`${row},${module}`);
      for (let y = 0; y < PIXELS_PER_MODULE; y += 1) {
        const line = ((row + QUIET_MODULES) * PIXELS_PER_MODULE + y) * side;
        const from = line + (module + QUIET_MODULES) * PIXELS_PER_MODULE;
        pixels.fill(0, from * 4, (from + PIXELS_PER_MODULE) * 4);
      }
    }
  }
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  const decode = jsqr as unknown as typeof jsqr.default;
  const read = decode(pixels, side, side);
  if (read === null) throw new Error('The QR code cannot be decoded');
  const format = (dark.has('8,0') ? 2 : 0) + (dark.has('8,1') ? 1 : 0);
  return {
    text: read.data,
    level: LEVELS[(format ^ 0b10) as 0 | 1 | 2 | 3],
    box: [left, top + scaleY * size, left + scaleX * size, top],
  };
}

/** Decodes the QR codes of a PDF. Pages are counted from 0. */
export function decodeQrs(pdf: Buffer): { page: number; qr: DrawnQr }[] {
  const text = pdf.toString('latin1');
  const pages = [...text.matchAll(/\d+ 0 obj\n<<\/Type \/Page\n[\s\S]*?endobj/g)].map(([page]) => page);
  return pages.flatMap((dictionary, page) => {
    const ids = /\/Contents \[?([\d R]+)\]?/.exec(dictionary)?.[1] ?? '';
    return [...ids.matchAll(/(\d+) 0 R/g)].flatMap(([, id]) => {
      const operators = readStream(pdf, text, Number(id));
      return DRAWING.test(operators) ? [{ page, qr: decodeQrDrawing(operators) }] : [];
    });
  });
}

function readStream(pdf: Buffer, text: string, id: number): string {
  const head = new RegExp(`\\n${id} 0 obj\\n[^>]*/Length (\\d+)>> stream\\n`).exec(text);
  if (head === null) throw new Error(`No stream ${id}`);
  const start = head.index + head[0].length;
  return inflateSync(pdf.subarray(start, start + Number(head[1]))).toString('latin1');
}
