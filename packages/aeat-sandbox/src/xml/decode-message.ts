import { MessageFault } from './message-fault.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';
const DECLARED_ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/**
 * Decodes a message.
 * @param contentType the Content-Type, whose charset is checked if there is one.
 * @throws MessageFault 4138 for an empty message or one that declares another encoding than UTF-8,
 *   4119 for bytes that are not UTF-8.
 */
export function decodeMessage(bytes: Uint8Array, contentType: string | undefined): string {
  const text = decode(bytes);
  if (text.trim() === '' || text.startsWith(BYTE_ORDER_MARK)) throw new MessageFault(4138);
  const encodings = [DECLARED_ENCODING.exec(text)?.[1], CHARSET.exec(contentType ?? '')?.[1]];
  if (encodings.some((encoding) => encoding !== undefined && !/^utf-?8$/i.test(encoding))) {
    throw new MessageFault(4138);
  }
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new MessageFault(4119);
  }
}
