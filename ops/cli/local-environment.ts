import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** What `npm start` writes and `npm run` gives the commands (package.json), where nothing else is set. */
const FILE = '.local/environment';

/** Whether a variable has the value that `npm start` wrote, and leads to the servers that it starts. */
export function isOfNpmStart(variable: string): boolean {
  const value = process.env[variable];
  return value !== undefined && readWritten()[variable] === value;
}

function readWritten(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(FILE, 'utf8'));
  } catch {
    // Not there, as in a container, or not to be read: nobody's word.
    return {};
  }
}
