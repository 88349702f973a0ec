import type { ColumnMap } from '../input/column-map.ts';
import { writeAmount } from './amounts.ts';
import { countryOfVat, findTerritory, TAX_COLUMNS } from './places.ts';
import { readDocument } from './read-document.ts';
import { OrderFault, type ShopOrder } from './shop-order.ts';
import { IGIC, IVA, limitRates, type Rate, readPercentages } from './tax-rates.ts';

/** How an order is taxed, before its rates are known. */
export type Treatment = {
  readonly members: Readonly<Record<string, string>>;
  /** The possible rates; null for an exempt order. */
  readonly rates: readonly Rate[] | null;
};

/**
 * Chooses how an order is taxed whose rows do not state it: by its destination, the names of its
 * taxes, and what the map says of the one-stop shop.
 * @throws OrderFault if the export does not say enough.
 */
export function chooseTreatment(order: ShopOrder, { oss }: Pick<ColumnMap, 'oss'>): Treatment {
  const place = findTerritory(order);
  const percentages = readPercentages(order.taxNames);
  const isNamed = (name: RegExp) => order.taxNames.some((tax) => name.test(tax));
  const say = `State it in columns of its rows: ${TAX_COLUMNS}`;
  if (order.taxes === 0) return chooseUntaxed(order, place, say);
  if (isNamed(/\bigic\b/i)) {
    if (place === 'canary_islands')
      return { members: { tax_type: 'igic' }, rates: limitRates(IGIC, percentages) };
    throw new OrderFault(`IGIC was charged, but it is not sent to the Canary Islands. ${say}`);
  }
  switch (place) {
    case 'mainland':
      return { members: {}, rates: limitRates(IVA, percentages) };
    case 'union': {
      const country = order.destination.country;
      if (countryOfVat(readDocument(order)?.number ?? '') !== null)
        throw new OrderFault(
          `tax was charged to a company with the VAT number of another member state. ${say}`,
        );
      if (oss === undefined)
        throw new OrderFault(
          `it is sent to a consumer in ${country}, and the export does not say whose VAT was charged: set "oss" in the map to true if it is that of ${country}, which you declare through the one-stop shop, or to false if it is Spanish`,
        );
      if (!oss) return { members: {}, rates: limitRates(IVA, percentages) };
      if (percentages.length === 0)
        throw new OrderFault(
          `the export does not state the rate of the VAT of ${country}. Add it in the columns lines.tax_type (oss), lines.tax_country and lines.tax_rate`,
        );
      const rates = percentages.map((rate) => ({ rate, surcharge: 0 }));
      return { members: { tax_type: 'oss', tax_country: country }, rates };
    }
    case 'canary_islands':
    case 'ceuta_melilla':
    case 'outside':
      throw new OrderFault(
        `it is sent outside of the territory of the IVA, where goods are exempt (LIVA art. 21), but ${writeAmount(order.taxes)} of tax was charged. ${say}`,
      );
  }
}

function chooseUntaxed(order: ShopOrder, place: ReturnType<typeof findTerritory>, say: string): Treatment {
  const isGoods = order.lines.every(({ kind, isGoods: own }) => kind !== 'product' || own === true);
  if (place === 'mainland')
    throw new OrderFault(`no tax was charged, and the export does not say why. ${say}`);
  if (!isGoods)
    throw new OrderFault(
      `no tax was charged, and not everything is shipped: the export does not say how the services are taxed. ${say}`,
    );
  if (place !== 'union') return { members: { tax_regime: '02', tax_exemption_code: 'E2' }, rates: null };
  if (countryOfVat(readDocument(order)?.number ?? '') === null)
    throw new OrderFault(
      'no tax was charged for goods that are sent to another member state, and the export has no VAT number of the customer. Add it in a column recipient_document_number, with its prefix, such as DE123456789',
    );
  return { members: { tax_exemption_code: 'E5' }, rates: null };
}
