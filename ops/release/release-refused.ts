/** The reason why a version is not released, printed in one line. Nothing was changed. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused';
}
