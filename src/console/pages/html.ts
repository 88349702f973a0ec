import { createHtmlTag } from '../../contracts/html-template.ts';
import { writeOutDeceptive } from '../../contracts/shown-text.ts';

/**
 * Writes a piece of a page. A text that would show something else than it says, such as the name that a client gave an invoice which failed, has its
 * marks written out.
 */
export const html = createHtmlTag({ prepareTemplate: (text) => text, prepareText: writeOutDeceptive });
