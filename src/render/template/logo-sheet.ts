import type { IssuerProfile } from '../../contracts/invoice-document.ts';

type Logo = NonNullable<IssuerProfile['logo']>;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The logos of a render batch, each once however many invoices show it: a picture inside every invoice would have to be read and
 * decoded for each.
 */
export class LogoSheet {
  readonly #classes = new Map<string, string>();

  /** The class of an element that shows the logo. Throws when the picture is not base64: it goes into a style as it is. */
  addLogo({ mediaType, base64 }: Logo): string {
    if (!BASE64.test(base64)) throw new Error('The logo is not base64');
    const address = `data:${mediaType};base64,${base64}`;
    const known = this.#classes.get(address);
    if (known !== undefined) return known;
    const name = `logo-${this.#classes.size}`;
    this.#classes.set(address, name);
    return name;
  }

  /** The rules behind the classes. */
  buildStyles(): string {
    return [...this.#classes].map(([address, name]) => `.${name} { content: url(${address}); }`).join('\n');
  }
}
