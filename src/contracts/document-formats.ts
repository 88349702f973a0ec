import { type Static, Type } from 'typebox';
import { wordOf } from './answers.ts';
import { ABOUT_FORMATS, ELECTRONIC_FORMATS, UBL_PROFILES } from './electronic-formats.ts';

const closed = { additionalProperties: false };

/** Whether an invoice is available in a format, or why it is not. */
const state = {
  available: Type.Boolean({ description: 'Whether this invoice is available in the format.' }),
  reason: Type.Union(
    [
      Type.Object(
        {
          rule: Type.String({
            description: 'The rule or term of EN 16931, the article, or the element or policy of Facturae.',
            examples: ['BR-O-11'],
          }),
          message: Type.String({
            description: 'Why the format cannot express the invoice, or why it cannot be signed now.',
          }),
        },
        { ...closed, title: 'FormatRefusal' },
      ),
      Type.Null(),
    ],
    { description: 'Why the format is not available; null if it is.' },
  ),
};

const DocumentFormatView = Type.Object(
  {
    format: wordOf(ELECTRONIC_FORMATS, { description: ABOUT_FORMATS }),
    media_type: Type.String({ description: 'Media type of the document.', examples: ['application/xml'] }),
    ...state,
  },
  { ...closed, title: 'DocumentFormat' },
);
export type DocumentFormatView = Static<typeof DocumentFormatView>;

export const DocumentFormatsAnswer = Type.Object(
  { data: Type.Array(DocumentFormatView, { description: 'Every format.' }) },
  { ...closed, title: 'DocumentFormatsAnswer' },
);
export type DocumentFormatsAnswer = Static<typeof DocumentFormatsAnswer>;

const DetailedFormatView = Type.Object(
  {
    ...DocumentFormatView.properties,
    profiles: Type.Array(
      Type.Object(
        {
          profile: wordOf(UBL_PROFILES, {
            description:
              'EN 16931 alone (`cen`), Peppol BIS Billing 3.0 (`peppol`), or the public solution of AEAT (`spfe`).',
          }),
          ...state,
        },
        { ...closed, title: 'DocumentProfile' },
      ),
      { description: 'The profiles of `ubl`; empty for the other formats.' },
    ),
  },
  { ...closed, title: 'DocumentFormat' },
);
export type DetailedFormatView = Static<typeof DetailedFormatView>;

export const DetailedFormatsAnswer = Type.Object(
  { data: Type.Array(DetailedFormatView, { description: 'Every format.' }) },
  { ...closed, title: 'DocumentFormatsAnswer' },
);
export type DetailedFormatsAnswer = Static<typeof DetailedFormatsAnswer>;
