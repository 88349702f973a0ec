/** Why a text is not read as XML. */
export class XmlError extends Error {
  override name = 'XmlError';
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge = false }: { isTooLarge?: boolean } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}
