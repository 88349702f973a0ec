import type { Part, Type } from '../../src/schema/model.ts';

/** Lists the distinct codes of some rules in order. */
export function codesOf(rules: readonly { readonly code: number }[]): number[] {
  return [...new Set(rules.map(({ code }) => code))].toSorted((one, other) => one - other);
}

/** Lists the codes with which a part of the schema refuses a record. */
export function schemaCodesOf(type: Type): { readonly code: number }[] {
  return type.kind === 'sequence' ? type.parts.flatMap(partCodesOf) : [];
}

function partCodesOf(part: Part): { readonly code: number }[] {
  if (part.kind === 'element') return [...present(part.code), ...schemaCodesOf(part.type)];
  return [...present(part.none), ...present(part.both), ...part.options.flatMap(partCodesOf)];
}

function present(code: number | undefined): { readonly code: number }[] {
  return code === undefined ? [] : [{ code }];
}
