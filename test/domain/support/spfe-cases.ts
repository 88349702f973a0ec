import { readFileSync } from 'node:fs';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { TODAY } from './inputs.ts';
import { resolveAnyOriginals } from './originals.ts';
import { hasSpfeFacts, spfePath } from './shared-facts.ts';

/* The cases of the SPFE: invoices of our API, and the terms of Annex I that they must have. */

type Property = { readonly situation: string; readonly cadastral_reference?: string };
type CaseInput = Omit<InvoiceInput, 'lines'> & {
  readonly api: 'v2';
  /** The property of the lines of regime 11, by a name. */
  readonly property?: Property;
  readonly lines: NonNullable<InvoiceInput['lines']>;
};
type CaseIssuer = {
  readonly nif: string;
  readonly name: string;
  readonly address: string;
  readonly postal_code: string;
  readonly city: string;
};
export type SpfeCase = {
  readonly id: string;
  readonly issuer: string;
  readonly delivery: { readonly copy: boolean };
  readonly input: CaseInput;
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly refused?: { readonly rule: string };
  readonly not_concerned?: string;
};

const FILE = hasSpfeFacts
  ? (JSON.parse(readFileSync(spfePath('cases.json'), 'utf8')) as {
      readonly note: { readonly issuers: Readonly<Record<string, CaseIssuer>> };
      readonly cases: readonly SpfeCase[];
    })
  : { note: { issuers: {} }, cases: [] };
export const SPFE_CASES = FILE.cases;

/** The names that the cases give to the situations of a property. */
const SITUATIONS: Readonly<Record<string, number>> = {
  spain: 1,
  basque_country_navarre: 2,
  without_reference: 3,
  abroad: 4,
};
const GENERAL = '01';

/** Accepts the invoice of a case, whose originals all exist, with the profile of its issuer. */
export function acceptCase(one: SpfeCase): {
  readonly document: InvoiceDocument;
  readonly profile: IssuerProfile;
} {
  const { nif, name, address, postal_code: postalCode, city } = FILE.note.issuers[one.issuer]!;
  const { api: _api, property, lines, ...input } = one.input;
  const premises = property && { ...property, situation: SITUATIONS[property.situation]! };
  const preparation = prepareInvoice(
    {
      ...input,
      ...(premises && { property: premises }),
      issuer_nif: nif,
      issuer_name: name,
      lines: lines.map(({ tax_operation_key: key, ...line }) => ({
        ...line,
        // The API wants the key only with the general regime, where it can differ.
        ...(line.tax_regime === GENERAL && key !== undefined && { tax_operation_key: key }),
      })),
    },
    { organizationName: name, today: TODAY },
  );
  const resolved = preparation.kind === 'refused' ? preparation : resolveAnyOriginals(preparation.invoice);
  if (resolved.kind === 'refused') throw new Error(JSON.stringify(resolved.findings));
  const profile = buildProfile({ address, postalCode, city, province: null, registryNote: null });
  return { document: resolved.invoice.document, profile };
}
