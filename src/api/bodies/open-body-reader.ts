import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describeErrors, type Faults, refuseFaults } from '../../accept/refuse-shape.ts';
import { ApiError } from '../../contracts/api-error.ts';
import { parseJson } from '../../json/parse-json.ts';

/**
 * Returns a function that parses bodies and validates them by the schema that describes them.
 * @param refuse builds the error for a body that the schema refuses, by default a 422 with details.
 * @throws ApiError 400 if a body is not JSON; what `refuse` returns if it has another shape.
 */
export function openBodyReader<T extends TSchema>(
  schema: T,
  refuse: (faults: Faults, value: unknown) => ApiError = (faults) => new ApiError(refuseFaults(faults)),
): (bytes: Buffer) => Static<T> {
  const validator = Compile(schema);
  return (bytes) => {
    const { value } = parseJson(bytes);
    if (!validator.Check(value)) throw refuse(describeErrors(validator, value, [], schema), value);
    return value;
  };
}
