import type { InvoiceType } from '../../../src/contracts/codes.ts';
import type { ReplacedAmounts } from '../../../src/domain/invoice/originals.ts';
import type { Preparation, PreparedInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { trackReplacements } from '../../../src/domain/invoice/replacements.ts';
import {
  type KnownOriginals,
  type Rectifiable,
  resolveRectified,
} from '../../../src/domain/invoice/resolve-rectified.ts';
import { TODAY } from './inputs.ts';

/** Builds an issued invoice of B12345674 that invoices of any kind can rectify or replace. */
export function buildOriginal(id: number, changes: Partial<Rectifiable> = {}): Rectifiable {
  return {
    issuerNif: 'B12345674',
    number: `ORIGINAL-${id}`,
    issueDate: TODAY,
    operationDate: TODAY,
    type: 'F1',
    total: '121.00',
    isArchived: false,
    isAnnulled: false,
    ...changes,
  };
}

/** Returns originals of which none is replaced. */
export function knowOriginals(originals: Iterable<readonly [number, Rectifiable]>): KnownOriginals {
  return { found: new Map(originals), replacements: trackReplacements() };
}

const CHARGED: ReplacedAmounts = { base: '100.00', tax: '21.00' };
const SIMPLIFIED: readonly InvoiceType[] = ['F3', 'R5'];

/**
 * The days of operations with every table of rates: today, at the end of 2024, in 2023 and 2022,
 * and before.
 */
const DAYS = [TODAY, '2024-11-05', '2023-05-05', '2022-09-01', '2019-02-28'] as const;

/**
 * Resolves the originals of an invoice as if all of them existed with the right type and issuer.
 * The day of their operations depends on their ids.
 */
export function resolveAnyOriginals(invoice: PreparedInvoice): Preparation {
  const { originals, document } = invoice;
  const type = SIMPLIFIED.includes(document.type) ? 'F2' : 'F1';
  const found = originals.map(
    ({ id }) =>
      [
        id,
        buildOriginal(id, {
          type,
          issuerNif: document.issuer.nif,
          operationDate: DAYS[id % DAYS.length]!,
        }),
      ] as const,
  );
  return resolveRectified(
    invoice,
    knowOriginals(found),
    new Map(originals.map(({ id }) => [id, CHARGED] as const)),
  );
}
