import fc from 'fast-check';
import { SPFE_CHANNELS } from '../../../src/contracts/spfe.ts';
import type { RecipientProfileInput } from '../../../src/contracts/v2/recipient-profiles.ts';
import { ADDRESS_SCHEMES } from '../../../src/domain/recipients/address-schemes.ts';
import { readRecipientProfile } from '../../../src/domain/recipients/read-recipient-profile.ts';
import { UNIT_CODES } from '../../../src/domain/invoice/unit-codes.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('W'.repeat(100), '\u{1F600}'.repeat(100), 'ﷺ'.repeat(100), '<&>"\'', 'x'),
);
const code = fc.stringMatching(/^[A-Z][A-Z0-9]{8,9}$/);

/** Requests for profiles of recipients, with any text that the rules accept, of any length. */
export const recipientProfileInputs: fc.Arbitrary<RecipientProfileInput> = fc
  .record(
    {
      electronic_address: fc.option(fc.record({ scheme: fc.constantFrom(...ADDRESS_SCHEMES), value: text })),
      dir3: fc.option(
        fc.record({
          accounting_office: code,
          managing_body: code,
          processing_unit: code,
          proposing_body: fc.option(code),
        }),
      ),
      contact: fc.option(fc.record({ name: text, phone: fc.option(fc.stringMatching(/^[+0-9 ]{1,40}$/)) })),
      spfe_channel: fc.option(fc.constantFrom(...SPFE_CHANNELS)),
      accepts_without_pdf_since: fc.option(fc.constant('2027-10-06')),
      buyer_reference: fc.option(text),
      accounting_reference: fc.option(text),
      default_unit_code: fc.option(fc.constantFrom(...UNIT_CODES)),
    },
    { requiredKeys: [] },
  )
  .filter((input) => 'profile' in readRecipientProfile(input, 'A12345674'));
