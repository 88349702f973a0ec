export type Schema = Readonly<Record<string, unknown>>;

/** What a later version adds. */
export const PLANTED = 'planted_by_a_later_version';
const PLANTED_NUMBER = 987_654;

/** What a later version adds: a member in every object with members, a value in every open enumeration. */
export type Additions = { readonly member?: true; readonly value?: true };

/** Texts for the patterns of the document; one of them fits each. */
const TEXTS = ['x', '121.00', '21', 'B12345674', 'ES', 'EUR', '2026-11-20', 'org_live_x', '1234567890'];
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T09:30:00Z',
  uuid: '3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7a10',
};

/**
 * Builds a value that matches a schema of the document, with every member, and one item in every
 * list.
 */
export function buildValue(schema: Schema, planted: Additions = {}): unknown {
  const {
    anyOf,
    properties,
    items,
    enum: values,
    examples,
    pattern,
    format,
    minimum,
  } = schema as Schema & {
    readonly anyOf?: readonly Schema[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly enum?: readonly unknown[];
    readonly examples?: readonly unknown[];
    readonly pattern?: string;
    readonly format?: string;
    readonly minimum?: number;
  };
  if (anyOf) return buildValue(anyOf[0]!, planted);
  if (properties) {
    const members = Object.entries(properties).map(([name, member]) => [name, buildValue(member, planted)]);
    return { ...Object.fromEntries(members), ...(planted.member && { [PLANTED]: 1 }) } as Schema;
  }
  const [type] = [schema['type']].flat();
  if (type === 'array') return [buildValue(items!, planted)];
  if (planted.value && 'x-extensible-enum' in schema) return type === 'integer' ? PLANTED_NUMBER : PLANTED;
  if (values) return values[0];
  if (type === 'object') return {};
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return examples?.[0] ?? Math.max(minimum ?? 1, 1);
  if (type === 'null') return null;
  const text = examples?.[0] ?? BY_FORMAT[format ?? ''];
  return text ?? TEXTS.find((one) => pattern === undefined || new RegExp(pattern, 'u').test(one));
}
