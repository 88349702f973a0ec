import { createHtmlTag } from '../../domain/html/html-template.ts';
import { writeOutDeceptive } from '../../contracts/shown-text.ts';

/**
 * Creates a part of a page. Deceptive characters of a text, for example in the client's name of a
 * failed invoice, are written out, so that a text cannot display something other than its content.
 */
export const html = createHtmlTag({ prepareTemplate: (text) => text, prepareText: writeOutDeceptive });
