import { type TSchema, Type } from 'typebox';
import { describeError, documentErrors } from './describe-answers.ts';

/* The headers and answers that the downloads of files have in common. */

const BINARY = { schema: { type: 'string', format: 'binary' } };

type DescribedFile = {
  /** What the file is called after an article: `PDF`. */
  readonly name: string;
  readonly mediaTypes: readonly string[];
  /** Why there may be no file. */
  readonly unavailable: string;
};

/** Describes the download of one file, which clients may keep: its headers and its answers. */
export function describeFile({ name, mediaTypes, unavailable }: DescribedFile) {
  return {
    headers: Type.Object({
      'If-None-Match': Type.Optional(
        Type.String({
          description: `The \`ETag\` of your copy of the ${name}. If it is still the same, the answer is 304.`,
        }),
      ),
    }),
    response: {
      200: describeBinary(`The ${name}`, mediaTypes),
      304: { description: `\`If-None-Match\` names the \`ETag\` of this ${name}`, type: 'null' },
      ...describeFailures(unavailable),
    },
  };
}

/** Describes the answers of the download of a ZIP. @param unavailable why there may be none. */
export function describeZip(unavailable: string) {
  return { 200: describeBinary('The archive', ['application/zip']), ...describeFailures(unavailable) };
}

/**
 * Describes the errors of reading the documents of an invoice.
 * @param unavailable why there may be none.
 */
export function describeFailures(unavailable: string): Record<number, TSchema> {
  return {
    ...documentErrors(400, 401, 404, 429, 500, 503),
    422: describeError(`\`unprocessable_content\`: ${unavailable}`),
  };
}

function describeBinary(description: string, mediaTypes: readonly string[]) {
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, BINARY])) };
}
