import { normaliseText } from './shown-text.ts';

/** How many characters (code points) a text has, as lengths are counted everywhere: normalised to NFC, without outer blanks. */
export function countCharacters(text: string): number {
  const normal = normaliseText(text).trim();
  let count = 0;
  for (let at = 0; at < normal.length; at += normal.codePointAt(at)! > 0xff_ff ? 2 : 1) count += 1;
  return count;
}
