import { TextDecoder } from 'node:util';

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i;

/**
 * Decodes an answer. AEAT writes UTF-8; another charset is read where the answer names it, and bytes that are no text become U+FFFD:
 * one letter in a description must not make the outcome unknown.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return openDecoder(charset).decode(bytes);
}

function openDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
