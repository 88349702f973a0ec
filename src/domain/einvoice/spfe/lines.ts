import type { DocumentLine, InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { LINE_TEXTS } from '../../../contracts/v2/line-members.ts';
import type { PrintedAmounts } from '../../invoice/printed-amounts.ts';
import { buildAllowances, buildLine } from '../lines.ts';
import { NotExpressible } from '../refusal.ts';
import type { Line } from '../terms.ts';
import { NO_CADASTRAL_REFERENCE, statePrice, writeCode } from './switches.ts';
import { type SpfeTreatment, treatmentOf } from './taxes.ts';
import type { ItemProperty, SpfeAllowance, SpfeLine } from './terms.ts';

/** The terms of a line that Annex I lacks. */
const OF_ORIGINALS = ['BG-26', ...LINE_TEXTS.map(({ term }) => term)] as const;

type Parts = { readonly lines: readonly SpfeLine[]; readonly allowances: readonly SpfeAllowance[] };

/**
 * Builds BG-25, BG-20 and BG-21. Base and percentage of an allowance are outside of Annex I.
 * @param printed the amounts that the page shows of the lines, allowances and charges.
 */
export function buildParts(
  document: InvoiceDocument,
  printed: readonly PrintedAmounts[],
  treatments: ReadonlyMap<string, SpfeTreatment>,
  isCopy: boolean,
): Parts {
  const { lines, recipient, allowances = [] } = document;
  const shared = lines.map((line, place) => buildLine(line, printed[place]!, place, recipient));
  return {
    lines: shared.map((line, place) => adaptLine(line, lines[place]!, { treatments, isCopy, place })),
    allowances: buildAllowances(document, printed.slice(lines.length), shared).map(
      ({ isCharge, amount, reason }, place) => {
        const { taxCode } = allowances[place]!;
        return {
          isCharge,
          amount,
          reason,
          tax: treatmentOf(treatments, allowances[place]!).tax,
          ...(taxCode !== undefined && { 'BT-ES-9': taxCode }),
        };
      },
    ),
  };
}

function adaptLine(
  shared: Line,
  line: DocumentLine,
  {
    treatments,
    isCopy,
    place,
  }: {
    readonly treatments: ReadonlyMap<string, SpfeTreatment>;
    readonly isCopy: boolean;
    readonly place: number;
  },
): SpfeLine {
  const { 'BT-127': note, 'BT-146': stated, allowancesAndCharges, tax: _tax, ...kept } = shared;
  const { tax, exemption, regime } = treatmentOf(treatments, line);
  const { price, per } = statePrice(stated);
  if (isCopy) for (const term of OF_ORIGINALS) delete (kept as Record<string, unknown>)[term];
  return {
    ...kept,
    tax,
    exemption,
    allowancesAndCharges: allowancesAndCharges.map(({ isCharge, amount, reason }) => ({
      isCharge,
      amount,
      reason,
    })),
    'BT-146': price,
    ...(per !== undefined && { 'BT-149': per }),
    'BG-32': [
      regime,
      ...listProperty(line, place),
      ...(note === undefined ? [] : [{ name: 'INFO', value: note } as const]),
    ],
  };
}

/** The situations of a property that has a cadastral reference (list L6). */
const WITH_REFERENCE: ReadonlySet<string> = new Set(['1', '2']);

/**
 * Lists the RCAT of a line.
 * @param place of the line, from 0.
 * @throws NotExpressible if a property lacks its cadastral reference.
 */
export function listProperty({ property }: Pick<DocumentLine, 'property'>, place: number): ItemProperty[] {
  if (property === undefined) return [];
  const { situation, cadastralReference } = property;
  if (cadastralReference === null && WITH_REFERENCE.has(situation)) {
    const says = formatMessage('blank_with_situation', { situation });
    throw new NotExpressible('SPFE BT-161 RCAT', says, `lines[${place}].property.cadastral_reference`);
  }
  return [
    {
      name: 'RCAT',
      value: cadastralReference ?? NO_CADASTRAL_REFERENCE,
      qualifier: writeCode(situation),
    },
  ];
}
