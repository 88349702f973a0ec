/** A body as it is sent, with the headers that say how. */
export type EncodedBody = {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Below this, packing gains nothing worth its time. */
const WORTH_CHARACTERS = 64 * 1024;
/** Of the bytes as they are: an engine that takes the one takes the other, too. */
const MAX_PACKED = 1 / 4;

/** The one place that decides how bodies go over the wire: large ones packed, where that makes them much smaller. */
export async function encodeBody(json: string): Promise<EncodedBody> {
  const headers = { 'content-type': 'application/json' };
  if (json.length < WORTH_CHARACTERS) return { body: json, headers };
  const plain = new Blob([json]);
  const stream = plain.stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  if (packed.length > plain.size * MAX_PACKED) return { body: json, headers };
  return { body: packed, headers: { ...headers, 'content-encoding': 'gzip' } };
}
