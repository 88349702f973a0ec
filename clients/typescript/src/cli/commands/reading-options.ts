import type { Option } from '../command.ts';

/** The options for reading files. */
export const READING: Readonly<Record<string, Option>> = {
  map: { type: 'string', value: 'FILE', about: 'which column of a table holds what (JSON)' },
  encoding: { type: 'string', value: 'NAME', about: 'of the files (default: utf-8)' },
};
