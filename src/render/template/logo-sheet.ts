import type { IssuerProfile } from '../../contracts/issuer-profile.ts';

type Logo = NonNullable<IssuerProfile['logo']>;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The logos of a render batch, each contained once, regardless of the number of invoices that show
 * it. An image in every invoice would be read and decoded for each.
 */
export class LogoSheet {
  readonly #classes = new Map<string, string>();

  /**
   * Adds a logo and returns the class of the elements that show it.
   * @throws when the image is not base64, because it is inserted into a style unescaped.
   */
  addLogo({ mediaType, base64 }: Logo): string {
    if (!BASE64.test(base64)) throw new Error('The logo is not base64');
    const address = `data:${mediaType};base64,${base64}`;
    const known = this.#classes.get(address);
    if (known !== undefined) return known;
    const name = `logo-${this.#classes.size}`;
    this.#classes.set(address, name);
    return name;
  }

  /** Returns the CSS rules of the classes. */
  buildStyles(): string {
    return [...this.#classes].map(([address, name]) => `.${name} { content: url(${address}); }`).join('\n');
  }
}
