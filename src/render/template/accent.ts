import { codeColour } from './roles.ts';

/** Ink where an issuer has no accent colour, and for all that is no title, rule or amount to pay. */
export const INK = '#16181d';
/** Of small render batch and labels. */
export const GREY = '#555555';
/** What the amount to pay stands on. */
export const PAYMENT_GROUND = '#eceef2';
const PAPER = '#ffffff';

/** Least contrast of text with its ground (WCAG 2.2, 1.4.3, level AA): what has it can be read in grey, too. */
export const MIN_CONTRAST = 4.5;

const COLOUR = /^#[0-9a-f]{6}$/;

/** Whether a text is a colour as profiles have it: `#1a5276`. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/** Contrasts of a colour with all that it stands on, from 1 to 21. */
export function measureAccent(colour: string): { readonly paper: number; readonly payment: number } {
  return {
    paper: measureContrast(colour, PAPER),
    payment: measureContrast(colour, PAYMENT_GROUND),
  };
}

/** Texts that have the accent, each as a property of its own. */
const ACCENTED = ['title', 'label', 'value'] as const;

/** The declarations that give a section its accent: for rules, and for each text with its role. @throws when it is no colour: it goes into a style as it is. */
export function buildAccentStyle(colour: string): string {
  if (!isColour(colour)) throw new Error('The accent is not a colour');
  const coded = ACCENTED.map((role) => `--accent-${role}:${codeColour(colour, role)}`);
  return [`--accent:${colour}`, ...coded].join(';');
}

/** Contrast ratio of two colours (WCAG 2.2): from 1 to 21, the same both ways. */
export function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [measureLuminance(one), measureLuminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of a colour in sRGB (WCAG 2.2): 0 is black, 1 is white. */
function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
