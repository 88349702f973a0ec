/** A body as it is sent, with the headers that say how. */
export type EncodedBody = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** The one place that decides how bodies go over the wire: as they are, until compressed ones are taken everywhere. */
export function encodeBody(json: string): EncodedBody {
  return { body: json, headers: { 'content-type': 'application/json' } };
}
