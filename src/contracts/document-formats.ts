import { type Static, Type } from 'typebox';
import { wordOf } from './answers.ts';
import { ELECTRONIC_FORMATS } from './electronic-formats.ts';

const closed = { additionalProperties: false };

const DocumentFormatView = Type.Object(
  {
    format: wordOf(ELECTRONIC_FORMATS, {
      description:
        '`ubl` is UBL 2.1 and `cii` is CII D16B, both by EN 16931. `facturae` is Facturae 3.2.2, signed. `hybrid` is the PDF with the invoice as CII in it (Factur-X, ZUGFeRD).',
    }),
    media_type: Type.String({ description: 'Media type of the document.', examples: ['application/xml'] }),
    available: Type.Boolean({ description: 'Whether the format can express this invoice.' }),
    reason: Type.Union(
      [
        Type.Object(
          {
            rule: Type.String({
              description: 'The rule or term of EN 16931, the article, or the element of Facturae.',
              examples: ['BR-O-11'],
            }),
            message: Type.String({ description: 'Why the format cannot express the invoice.' }),
          },
          { ...closed, title: 'FormatRefusal' },
        ),
        Type.Null(),
      ],
      { description: 'Why the format is not available; null if it is.' },
    ),
  },
  { ...closed, title: 'DocumentFormat' },
);
export type DocumentFormatView = Static<typeof DocumentFormatView>;

export const DocumentFormatsAnswer = Type.Object(
  { data: Type.Array(DocumentFormatView, { description: 'Every format.' }) },
  { ...closed, title: 'DocumentFormatsAnswer' },
);
export type DocumentFormatsAnswer = Static<typeof DocumentFormatsAnswer>;
