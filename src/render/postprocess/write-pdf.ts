import type { FinishedObject, FinishedPdf } from './finished-pdf.ts';
import { PdfBytes } from './pdf-bytes.ts';
import { buildQrDrawing } from './qr-drawing.ts';

/*
 * Version 1 of the extractor. The bytes that it writes never change; a change requires a new
 * version in addition to this one.
 */

/** Writes the bytes of a PDF. The same objects give the same bytes. */
export function writePdf({ objects, rootId, infoId }: FinishedPdf): Buffer {
  const file = new PdfBytes();
  for (const object of objects) writeObject(file, object);
  return file.finish(rootId, infoId);
}

function writeObject(file: PdfBytes, object: FinishedObject): void {
  const { id } = object;
  switch (object.kind) {
    case 'plain': {
      return file.write(id, object.text);
    }
    case 'bytes': {
      return file.write(id, object.text, object.bytes);
    }
    case 'drawing': {
      return file.compress(id, '', object.operators);
    }
    case 'qr': {
      const { begin, address, box } = object.qr;
      return file.compress(id, '', `${begin}${buildQrDrawing(address, box)}\nEMC`);
    }
    case 'together': {
      return file.writeTogether(id, object.firstId, object.texts);
    }
  }
}
