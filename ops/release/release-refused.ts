/** Why nothing is released: told in one line, and nothing was changed. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused';
}
