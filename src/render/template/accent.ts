import { codeColour } from './roles.ts';

/**
 * The ink colour. It is used when an issuer has no accent colour, and for everything except titles,
 * rules and the amount to pay.
 */
export const INK = '#16181d';
/** Colour of small print and labels. */
export const GREY = '#555555';
/** Background of the amount to pay. */
export const PAYMENT_GROUND = '#eceef2';
const PAPER = '#ffffff';

/**
 * Minimum contrast of text with its background (WCAG 2.2, 1.4.3, level AA). Such text is also
 * readable in greyscale.
 */
export const MIN_CONTRAST = 4.5;

const COLOUR = /^#[0-9a-f]{6}$/;

/** Returns whether a text is a colour in the form of profiles, such as `#1a5276`. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/** Returns the contrasts of a colour with all backgrounds on which it is used, from 1 to 21. */
export function measureAccent(colour: string): { readonly paper: number; readonly payment: number } {
  return {
    paper: measureContrast(colour, PAPER),
    payment: measureContrast(colour, PAYMENT_GROUND),
  };
}

/** Texts in the accent colour. Each has its own property. */
const ACCENTED = ['title', 'label', 'value'] as const;

/**
 * Builds the CSS declarations that apply the accent colour to a section: one for rules, and one for
 * each text with its role.
 * @throws when the value is not a colour, because it is inserted into a style unescaped.
 */
export function buildAccentStyle(colour: string): string {
  if (!isColour(colour)) throw new Error('The accent is not a colour');
  const coded = ACCENTED.map((role) => `--accent-${role}:${codeColour(colour, role)}`);
  return [`--accent:${colour}`, ...coded].join(';');
}

/** Returns the contrast ratio of two colours in either order (WCAG 2.2), from 1 to 21. */
export function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [measureLuminance(one), measureLuminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of a colour in sRGB (WCAG 2.2); 0 is black and 1 is white. */
function measureLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
