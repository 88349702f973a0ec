/** An encoded body with the headers that describe it. */
export type EncodedBody = {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/** The minimum length for compression; below it the gain is not worth the time. */
const WORTH_CHARACTERS = 64 * 1024;
/**
 * The largest ratio of compressed to original size. A body that compresses less is sent
 * uncompressed.
 */
const MAX_PACKED = 1 / 4;

/** Encodes a body. Large bodies are compressed if that makes them much smaller. */
export async function encodeBody(json: string): Promise<EncodedBody> {
  const headers = { 'content-type': 'application/json' };
  if (json.length < WORTH_CHARACTERS) return { body: json, headers };
  const plain = new Blob([json]);
  const stream = plain.stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  if (packed.length > plain.size * MAX_PACKED) return { body: json, headers };
  return { body: packed, headers: { ...headers, 'content-encoding': 'gzip' } };
}
