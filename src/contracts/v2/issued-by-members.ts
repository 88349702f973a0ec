import { DOCUMENT_TYPES, ISSUED_BY_ROLES } from '../codes.ts';
import { NAME_LENGTH } from '../limits.ts';
import { nested, object, text } from '../members.ts';

/* Who issues an invoice in the name of its issuer, in version 2. */

export const ISSUED_BY_DOCUMENT = object('IssuedByDocument', 'A document that identifies a third party.', {
  type: text({
    description: 'Type of the document, as `document_type` of a recipient.',
    required: true,
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  }),
  number: text({ description: 'Number of the document.', required: true, examples: ['B12345674'] }),
  country_code: text({
    description: 'Country of the third party: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  }),
});

export const ISSUED_BY = object('IssuedByInput', 'Who issues the invoice.', {
  role: text({
    description:
      '`third_party`: somebody else, whose name and document are required. `recipient`: the recipient of the invoice; name and document must be absent.',
    required: true,
    enum: ISSUED_BY_ROLES,
    examples: ['third_party'],
  }),
  name: text({
    description: 'Name of the third party.',
    maxLength: NAME_LENGTH,
    examples: ['Gestoría Ejemplo SL'],
  }),
  document: nested(ISSUED_BY_DOCUMENT, { description: 'Document that identifies the third party.' }),
});
