import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';

/*
 * Chromium lays out a word that is wider than its column in quadratic time when letters depend on
 * their neighbours (kerning in Latin, joining in Arabic). Each line shapes the remaining text
 * again, which takes 0.2 s for a word of 2000 letters. With break opportunities, only short pieces
 * are shaped.
 */

/**
 * Matches words and the characters between them. Scripts that break between letters or by a
 * dictionary need no additional break opportunities, nor do emoji.
 */
const PARTING = String.raw`\s\p{Extended_Pictographic}\p{RI}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const WORDS = new RegExp(`[^${PARTING}]+|[${PARTING}]+`, 'gu');
const PARTED = new RegExp(`^[${PARTING}]`, 'u');
/** Longer than any genuine word. */
const ENDLESS_UNITS = 60;
const MAYBE_ENDLESS = new RegExp(String.raw`\S{${ENDLESS_UNITS}}`);
/**
 * At least this many characters. The piece continues while the next character combines with the
 * last one.
 */
const PIECE = /.{8,}?(?<!\u200d)(?![\p{M}\p{Emoji_Modifier}\u200c\u200d])/gsu;

/**
 * Adds break opportunities to overlong words of a text. The rest of the text and the copied text
 * stay the same.
 */
export function breakWords(text: string): string | readonly Html[] {
  if (!MAYBE_ENDLESS.test(text)) return text;
  const words = text.match(WORDS) ?? [];
  if (!words.some(isEndless)) return text;
  return words.map((word) => (isEndless(word) ? breakWord(word) : html`${word}`));
}

function isEndless(word: string): boolean {
  return word.length >= ENDLESS_UNITS && !PARTED.test(word);
}

function breakWord(word: string): Html {
  const pieces = word.match(PIECE) ?? [];
  const rest = word.slice(pieces.reduce((length, piece) => length + piece.length, 0));
  return html`${pieces.map((piece) => html`${piece}<wbr />`)}${rest}`;
}
