import type { FinishedObject, FinishedQr } from './finished-pdf.ts';

/** Numbers the objects of a PDF, and keeps them for whoever writes the file. */
export class PdfRecorder {
  readonly objects: FinishedObject[] = [];
  #lastId = 0;

  reserveId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** @param bytes as they will stand in the file; `text` says their length. */
  write(id: number, text: string, bytes: Buffer | null = null): void {
    this.objects.push(bytes === null ? { kind: 'plain', id, text } : { kind: 'bytes', id, text, bytes });
  }

  /** What a page paints. @returns its number. */
  writeDrawing(operators: string): number {
    const id = this.reserveId();
    this.objects.push({ kind: 'drawing', id, operators });
    return id;
  }

  /** @returns the number of the drawing. */
  writeQr(qr: FinishedQr): number {
    const id = this.reserveId();
    this.objects.push({ kind: 'qr', id, qr });
    return id;
  }

  /** Objects without bytes that are compressed together. @param firstId of the first; the next ones follow it, and were reserved. */
  writeTogether(firstId: number, texts: readonly string[]): void {
    this.objects.push({ kind: 'together', id: this.reserveId(), firstId, texts });
  }
}
