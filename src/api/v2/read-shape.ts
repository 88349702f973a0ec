import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../accept/parse-json.ts';
import { refuseShape } from '../../accept/refuse-shape.ts';
import { ApiError } from '../../contracts/api-error.ts';

/**
 * Returns a function that parses bodies of one shape.
 * @throws ApiError 400 if a body is not JSON, 422 with details if it has another shape.
 */
export function openBodyReader<T extends TSchema>(schema: T): (bytes: Buffer) => Static<T> {
  const validator = Compile(schema);
  return (bytes) => {
    const { value } = parseJson(bytes);
    const refusal = refuseShape(validator, value);
    if (refusal !== null) throw new ApiError(refusal);
    return value as Static<T>;
  };
}
