import { leaf, of, parent } from '../../xml/parts.ts';
import type { Line } from './lines.ts';
import type { SpecialEvent } from './taxes.ts';
import { charges, discounts } from './write-adjustments.ts';
import { period } from './write-periods.ts';
import { tax } from './write-taxes.ts';

/** InvoiceLineType. */
export const LINE = parent<Line>(
  'InvoiceLine',
  leaf('SequenceNumber', ({ orderLine }) => orderLine),
  leaf('ItemDescription', ({ description }) => description),
  leaf('Quantity', ({ quantity }) => quantity),
  leaf('UnitOfMeasure', ({ unit }) => unit),
  leaf('UnitPriceWithoutTax', ({ unitPrice }) => unitPrice),
  leaf('TotalCost', ({ cost }) => cost),
  discounts('DiscountsAndRebates'),
  charges('Charges'),
  leaf('GrossAmount', ({ gross }) => gross),
  of(({ withheld }) => withheld, parent('TaxesWithheld', tax('Tax'))),
  of((line) => line.tax, parent('TaxesOutputs', tax('Tax'))),
  of((line) => line.period, period('LineItemPeriod')),
  leaf('AdditionalLineItemInformation', ({ information }) => information),
  of(
    ({ specialEvent }) => specialEvent,
    parent<SpecialEvent>(
      'SpecialTaxableEvent',
      leaf('SpecialTaxableEventCode', ({ code }) => code),
      leaf('SpecialTaxableEventReason', ({ reason }) => reason),
    ),
  ),
  leaf('ArticleCode', ({ articleCode }) => articleCode),
);
