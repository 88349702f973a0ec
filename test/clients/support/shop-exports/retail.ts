/* Exports of shops. */

import {
  buildOrders,
  SURCHARGES,
  euros,
  rateOf,
  taxIn,
  grossOf,
  totalOf,
  refundOf,
  collect,
  type Cells,
  type Order,
  type ShopExport,
} from './orders.ts';

/** The discount of each line in proportion; the last one takes the rest. */
export function spread({ lines, discount }: Order): number[] {
  const all = lines.reduce((sum, line) => sum + grossOf(line), 0);
  const parts = lines.map((line) => Math.floor((discount * grossOf(line)) / (all || 1)));
  return parts.map((part, index) =>
    index === parts.length - 1 ? discount - parts.slice(0, -1).reduce((sum, own) => sum + own, 0) : part,
  );
}

export function woocommerce(count = 1000): ShopExport {
  const orders = buildOrders(count, 1);
  const rows = orders.flatMap((order) => {
    const discounts = spread(order);
    const own = (cents: number, rate: number) => {
      const tax = taxIn(cents, rateOf(order, rate));
      return [euros(cents - tax), euros(tax)] as const;
    };
    const shipping = own(order.shipping, order.shippingRate);
    const names = [...new Set([...order.lines.map(({ rate }) => rate), order.shippingRate])].filter(
      (rate) => rate > 0,
    );
    return order.lines.map((line, index): Cells => {
      const [before, after] = [
        own(grossOf(line), line.rate),
        own(grossOf(line) - discounts[index]!, line.rate),
      ];
      const back =
        order.refunded === 'all'
          ? after[0]
          : order.refunded === 'first'
            ? own(line.cents, line.rate)[0]
            : '0';
      return {
        order_id: String(order.number),
        order_number: String(order.number),
        date: `${order.day} 23:30:00`,
        status: order.refunded === 'all' ? 'refunded' : 'completed',
        shipping_total: shipping[0],
        shipping_tax_total: shipping[1],
        fee_total: '0.00',
        fee_tax_total: '0.00',
        tax_total: '',
        order_total: euros(totalOf(order)),
        refunded_total: euros(-refundOf(order)),
        order_currency: order.currency,
        payment_method: 'redsys',
        shipping_method: order.shipping === 0 ? 'Recogida' : 'Precio fijo',
        billing_first_name: 'Ana',
        billing_last_name: 'Ejemplo',
        billing_company: order.company,
        vat_number: order.document,
        billing_address_1: 'Calle Mayor 1',
        billing_postcode: order.zip,
        billing_city: 'Ejemplo',
        billing_country: order.country,
        shipping_postcode: order.zip,
        shipping_country: order.country,
        customer_note: order.note,
        item_name: line.name,
        item_sku: `SKU-${index}`,
        item_quantity: String(line.units),
        item_subtotal: before[0],
        item_subtotal_tax: before[1],
        item_total: after[0],
        item_total_tax: after[1],
        item_refunded: back,
        item_refunded_qty: '0',
        tax_items: names
          .flatMap((rate) => [`IVA ${rate}%`, ...(order.surcharge ? [`RE ${SURCHARGES[rate]}%`] : [])])
          .map((name) => `id:9|rate_id:7|code:${order.country}-${name}-1|title:${name}|total:1|compound:`)
          .join(';'),
      };
    });
  });
  return collect(orders, rows);
}

export function shopify(count = 1000): ShopExport {
  const orders = buildOrders(count, 2);
  const rows = orders.flatMap((order) => {
    const sums = new Map<number, number>();
    const products = order.lines.reduce((sum, line) => sum + grossOf(line), 0);
    for (const line of order.lines)
      sums.set(
        line.rate,
        (sums.get(line.rate) ?? 0) + grossOf(line) - (order.discount * grossOf(line)) / (products || 1),
      );
    if (order.shipping > 0)
      sums.set(order.shippingRate, (sums.get(order.shippingRate) ?? 0) + order.shipping);
    const taxes = [...sums].flatMap(([rate, cents]) => {
      if (rate === 0) return [];
      const surcharge = order.surcharge ? SURCHARGES[rate]! : 0;
      const part = (own: number) => Math.round((cents * own) / (100 + rate + surcharge));
      const vat = [`${order.country} IVA ${rate}%`, part(rate)] as const;
      return surcharge === 0 ? [vat] : [vat, [`ES RE ${surcharge}%`, part(surcharge)] as const];
    });
    const total = totalOf(order);
    const head: Record<string, string> = {
      'Financial Status':
        order.refunded === 'all' ? 'refunded' : order.refunded === 'first' ? 'partially_refunded' : 'paid',
      'Paid at': `${order.day} 18:30:00 -0500`,
      'Fulfillment Status': 'fulfilled',
      Currency: order.currency,
      Subtotal: euros(total - order.shipping),
      Shipping: euros(order.shipping),
      Taxes: euros(taxes.reduce((sum, [, cents]) => sum + cents, 0)),
      Total: euros(total),
      'Discount Code': order.discount > 0 ? 'VUELVE' : '',
      'Discount Amount': euros(order.discount),
      'Shipping Method': order.shipping > 0 ? 'Mensajería' : '',
      'Billing Name': 'Ana Ejemplo',
      'Billing Street': 'Calle Mayor 1\n2.º B',
      'Billing Company': order.company,
      'Billing City': 'Ejemplo',
      'Billing Zip': `'${order.zip}`,
      'Billing Country': order.country,
      'Shipping Zip': `'${order.zip}`,
      'Shipping Country': order.country,
      Notes: order.note,
      'Note Attributes': order.document === '' ? '' : `NIF: ${order.document}`,
      'Refunded Amount': euros(refundOf(order)),
    };
    taxes.forEach(([name, cents], index) =>
      Object.assign(head, { [`Tax ${index + 1} Name`]: name, [`Tax ${index + 1} Value`]: euros(cents) }),
    );
    return order.lines.map((line, index): Cells => ({
      Name: `#${order.number}`,
      Email: 'cliente@example.com',
      ...(index === 0 && head),
      'Created at': `${order.day} 18:29:00 -0500`,
      'Lineitem quantity': String(line.units),
      'Lineitem name': line.name,
      'Lineitem price': euros(line.cents),
      'Lineitem sku': '',
      'Lineitem requires shipping': 'true',
      'Lineitem taxable': String(line.rate > 0),
      'Lineitem discount': '0.00',
      Vendor: 'Ejemplo',
    }));
  });
  return collect(orders, rows);
}
