import { createHtmlTag } from '../../domain/html/html-template.ts';

/**
 * Builds a piece of HTML for a PDF page, without the line breaks and indentation of the source
 * code.
 */
export const html = createHtmlTag({
  prepareTemplate: (text) => text.replaceAll(/\s*\n\s*/g, ''),
  prepareText: (text) => text,
});
