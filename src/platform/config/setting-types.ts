import { Type } from 'typebox';

/*
 * Types that several settings share.
 */

/**
 * A port to listen on.
 * @param value the default.
 */
export const port = (description: string, value: number) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });

/** An optional address. */
export const address = (description: string) => Type.Optional(Type.String({ description }));

/**
 * An address of the database with a separate login.
 * @param of the processes or commands that use the login.
 */
export const login = (of: string) =>
  address(
    `Address of the same database with the login of ${of}; \`npm run migrate\` creates the login with this password. Secret.`,
  );
