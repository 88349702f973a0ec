import { InvalidArgumentError } from 'commander';
import { isColour, MIN_CONTRAST, measureAccent } from '../../../src/render/template/accent.ts';

/**
 * Reads the accent colour of an issuer's profile, `#1a5276`, also without the sign, which begins a comment in shells. An empty text is none.
 * @throws InvalidArgumentError where it is no colour, or too pale to be read on all that it stands on.
 */
export function readAccent(text: string): string | null {
  if (text === '') return null;
  const colour = `#${text.toLowerCase().replace(/^#/, '')}`;
  if (!isColour(colour)) throw new InvalidArgumentError('It must be six hexadecimal digits, as 1a5276.');
  const { paper, payment } = measureAccent(colour);
  if (Math.min(paper, payment) >= MIN_CONTRAST) return colour;
  throw new InvalidArgumentError(
    `It is too pale: its contrast is ${show(paper)} with white and ${show(payment)} with the grey that the amount to pay stands on; both must be at least ${MIN_CONTRAST}:1 (WCAG 2.2, level AA). Take a darker one.`,
  );
}

/** Never rounded up to what is wanted. */
function show(contrast: number): string {
  return `${(Math.floor(contrast * 100) / 100).toFixed(2)}:1`;
}
