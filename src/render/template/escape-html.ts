import { createHtmlTag } from '../../contracts/html-template.ts';

/** Writes a piece of a page of a PDF, without the line breaks and indents that only lay out the source. */
export const html = createHtmlTag({
  prepareTemplate: (text) => text.replaceAll(/\s*\n\s*/g, ''),
  prepareText: (text) => text,
});
