import type { FinishedObject, FinishedQr } from './finished-pdf.ts';

/** Numbers the objects of a PDF and collects them for the writer of the file. */
export class PdfRecorder {
  readonly objects: FinishedObject[] = [];
  #lastId = 0;

  reserveId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /**
   * Adds an object.
   * @param bytes the bytes as they will be in the file; `text` contains their length.
   */
  write(id: number, text: string, bytes: Buffer | null = null): void {
    this.objects.push(bytes === null ? { kind: 'plain', id, text } : { kind: 'bytes', id, text, bytes });
  }

  /**
   * Adds the content stream of a page.
   * @returns its number.
   */
  writeDrawing(operators: string): number {
    const id = this.reserveId();
    this.objects.push({ kind: 'drawing', id, operators });
    return id;
  }

  /**
   * Adds the drawing of the QR code.
   * @returns its number.
   */
  writeQr(qr: FinishedQr): number {
    const id = this.reserveId();
    this.objects.push({ kind: 'qr', id, qr });
    return id;
  }

  /**
   * Adds objects without bytes that are compressed together.
   * @param firstId number of the first object. The following numbers were reserved for the others.
   */
  writeTogether(firstId: number, texts: readonly string[]): void {
    this.objects.push({ kind: 'together', id: this.reserveId(), firstId, texts });
  }
}
