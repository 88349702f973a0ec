import type { QualifiedName, XmlElement } from './xml-element.ts';

export type ExpectedName = Pick<QualifiedName, 'name'> & Partial<QualifiedName>;

/** How the answer to an operation is read. */
export type Reading<Answer> = {
  /** The only element of the SOAP body; without a namespace if that does not matter. */
  readonly expected: ExpectedName;
  readonly read: (element: XmlElement) => Answer;
  /** Maximum number of tags, attributes and references. */
  readonly maxMarkup: number;
  /** Maximum size of the whole answer in bytes. When it is exceeded, the connection is closed. */
  readonly maxBytes: number;
  /**
   * Where a thread finds this reading, because functions cannot be sent to it. Without it, answers of
   * any size are read in the calling thread and hold up its event loop.
   */
  readonly module?: {
    /** URL of a module. */
    readonly url: string;
    /** A record of readings that the module exports, and the key of this one. */
    readonly exported: string;
    readonly key: string;
  };
};
