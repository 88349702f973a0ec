import { type TSchema, Type } from 'typebox';
import { nullable } from '../answers.ts';

/* The lists of version 2: a page, and the cursor of the next one. */

const closed = { additionalProperties: false };

const CursorMeta = Type.Object(
  {
    next_cursor: nullable(
      Type.String({
        description:
          'Value of `cursor` for the next page, with the same filters. Null if there is no next page.',
      }),
    ),
    has_more: Type.Boolean({
      description:
        'Whether there may be more items. A filtered page can have fewer items than `limit`, or none, although more follow.',
    }),
  },
  { ...closed, title: 'CursorMeta' },
);

/** Returns the schema of a page of resources. The schema of the resource must have a title. */
export const cursorList = <T extends TSchema>(schema: T) =>
  Type.Object(
    { data: Type.Array(schema, { description: 'The items of the page.' }), meta: CursorMeta },
    { ...closed, title: `${(schema as { readonly title?: string }).title}List` },
  );
