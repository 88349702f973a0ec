/*
 * Builds a PDF in the form that Skia writes. The tests change one thing in it and expect the PDF
 * reader to refuse it.
 */

type Objects = Readonly<Record<number, string>>;

/**
 * Returns the objects of a render batch with one invoice, whose id is 7: catalog, page tree, page,
 * contents, mark.
 */
export function buildObjects(changes: Objects = {}): Objects {
  return {
    1: '<</Type /Catalog\n/Pages 2 0 R>>',
    2: '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>',
    3: '<</Type /Page\n/Resources <</ProcSet [/PDF]>>\n/MediaBox [0 0 595 842]\n/Annots [5 0 R]\n/Contents 4 0 R\n/Tabs /S\n/Parent 2 0 R>>',
    4: '<</Length 3>> stream\nq Q\nendstream',
    5: '<</Type /Annot\n/Subtype /Link\n/Rect [10 20 30 40]\n/A <</Type /Action\n/S /URI\n/URI (x-invoice:7)>>>>',
    ...changes,
  };
}

/** Writes a PDF file with these objects. */
export function writeSkiaLikePdf(objects: Objects, trailer = '/Root 1 0 R'): Buffer {
  let text = '%PDF-1.4\n%\u{d3}\u{eb}\u{e9}\u{e1}\n';
  const offsets: number[] = [];
  for (const [id, body] of Object.entries(objects)) {
    offsets[Number(id)] = text.length;
    text += `${id} 0 obj\n${body}\nendobj\n`;
  }
  const xref = text.length;
  text += `xref\n0 ${offsets.length}\n0000000000 65535 f \n`;
  for (const offset of offsets.slice(1)) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<</Size ${offsets.length}\n${trailer}>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
