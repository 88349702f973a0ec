import type { Option } from '../command.ts';

/** The options for reading files. */
export const READING: Readonly<Record<string, Option>> = {
  map: { type: 'string', value: 'FILE', about: 'a JSON file that maps the columns of a table to members' },
  encoding: { type: 'string', value: 'NAME', about: 'the encoding of the files (default: utf-8)' },
};
