import path from 'node:path';

/** The project's directory. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
/** The directory with the data, logs, secrets and unpacked programs of this machine. */
export const LOCAL = path.join(ROOT, '.local');
