import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { RecipientProfileInput } from '../../../src/contracts/v2/recipient-profiles.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { isBlank } from '../../../src/domain/reading/read-text.ts';
import { completeDocument, listProfiledNumbers } from '../../../src/domain/recipients/complete-document.ts';
import { readRecipientProfile } from '../../../src/domain/recipients/read-recipient-profile.ts';
import { runsOf } from '../../support/long.ts';
import { nearlyValidV2Inputs } from '../support/arbitrary-v2-inputs.ts';
import { TODAY } from '../support/inputs.ts';
import { recipientProfileInputs } from '../support/arbitrary-recipient-profiles.ts';

const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY } as const;

/** Returns the invoice with the values of a profile where it states none. */
function state(
  input: InvoiceInput,
  {
    electronic_address: address,
    dir3,
    contact,
    buyer_reference: reference,
    accounting_reference: accounting,
    default_unit_code: unit,
    spfe_channel: channel,
  }: RecipientProfileInput,
): InvoiceInput {
  return {
    ...input,
    ...(isBlank(input.buyer_reference) && { buyer_reference: reference ?? null }),
    ...(isBlank(input.accounting_reference) && { accounting_reference: accounting ?? null }),
    ...(isBlank(input.spfe_channel) && { spfe_channel: channel ?? null }),
    recipients: (input.recipients ?? []).map((party) => ({
      ...party,
      electronic_address: party.electronic_address ?? address ?? null,
      dir3: party.dir3 ?? dir3 ?? null,
      contact: party.contact ?? contact ?? null,
    })),
    lines: (input.lines ?? []).map((line) =>
      isBlank(line.unit_code) ? { ...line, unit_code: unit ?? null } : line,
    ),
  };
}

it('an invoice that a profile completes is the invoice that states the same values itself, so it can be issued and printed', () => {
  let completed = 0;
  fc.assert(
    fc.property(nearlyValidV2Inputs, recipientProfileInputs, (input, profileInput) => {
      const own = prepareInvoice(input, CONTEXT);
      if (own.kind === 'refused' || (input.recipients ?? []).length === 0) return;
      const { document } = own.invoice;
      const numbers = listProfiledNumbers([document]);
      if (numbers.length !== input.recipients!.length) return;
      const read = readRecipientProfile(profileInput, 'A12345674');
      if ('findings' in read) throw new Error(JSON.stringify(read.findings));
      const profiles = new Map(numbers.map((number) => [number, read.profile]));
      const stated = prepareInvoice(state(input, profileInput), CONTEXT);
      if (stated.kind === 'refused') throw new Error(JSON.stringify(stated.findings));
      completed += 1;
      expect(completeDocument(document, profiles)).toEqual(stated.invoice.document);
    }),
    { numRuns: runsOf(3000) },
  );
  expect(completed).toBeGreaterThan(50);
});
