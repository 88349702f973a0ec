import type { CDPSession } from 'playwright-core';

/** Scripts that names and concepts come in and that the product's own fonts do not have, with some letters of each. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  Chinese: '設備维修',
  Japanese: 'ひらカナ',
  Korean: '한국어',
  Arabic: 'خدمة',
  Hebrew: 'שירות',
  Thai: 'บริการ',
  Devanagari: 'सेवा',
};

/** No font has letters for these code points, which are nobody's. */
const NO_LETTERS = '\u{2fe0}\u{2fe1}';

/** Widths are rounded. */
const SAME_WIDTH_PX = 0.05;

/** Runs in the page. @returns how wide each text is for one of its letters. */
const MEASURE_TEXTS = `function (texts) {
  this.documentElement.className = 'measuring';
  return texts.map((text) => {
    const piece = this.body.appendChild(this.createElement('div')).appendChild(this.createElement('span'));
    piece.textContent = text;
    return piece.getBoundingClientRect().width / [...text].length;
  });
}`;
const CLEAR_PAGE = `function () {
  this.documentElement.className = '';
  this.body.replaceChildren();
}`;

/**
 * Finds the scripts whose letters no font of this machine has: Chromium prints empty boxes for them, or nothing, and no text of the PDF tells.
 * What is set in the same font as letters that do not exist, and as wide, is such boxes.
 * @param documentId of an empty page with the style sheet of prints.
 * @returns their names in English.
 */
export async function findMissingScripts(session: CDPSession, documentId: string): Promise<string[]> {
  const call = async (functionDeclaration: string, ...values: readonly unknown[]): Promise<unknown> => {
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration,
      objectId: documentId,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
    });
    return result.value;
  };
  const widths = (await call(MEASURE_TEXTS, [NO_LETTERS, ...Object.values(SCRIPTS)])) as number[];
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  try {
    const { root } = await session.send('DOM.getDocument');
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'span' });
    const families: string[] = [];
    for (const nodeId of nodeIds) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      families.push(fonts.map(({ familyName }) => familyName).join());
    }
    const isBoxes = (index: number) =>
      families[index] === families[0] && Math.abs(widths[index]! - widths[0]!) < SAME_WIDTH_PX;
    return Object.keys(SCRIPTS).filter((_, index) => isBoxes(index + 1));
  } finally {
    await session.send('CSS.disable');
    await session.send('DOM.disable');
    await call(CLEAR_PAGE);
  }
}
