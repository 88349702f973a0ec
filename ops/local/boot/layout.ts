import path from 'node:path';

/** The project's directory. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
/** What only this machine has: data, logs, secrets, unpacked programs. */
export const LOCAL = path.join(ROOT, '.local');
