import { Type } from 'typebox';

/* Kinds of settings that several have. */

/** A port to listen on. @param value the default. */
export const port = (description: string, value: number) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });

/** An address that may be left out. */
export const address = (description: string) => Type.Optional(Type.String({ description }));

/** An address of the database with a login of its own. @param of whose login it is. */
export const login = (of: string) =>
  address(
    `The same database with a login for ${of}; \`npm run migrate\` makes it, with its password. Secret.`,
  );
