import { CENT, sumOf, toCents, writeAmount } from './amounts.ts';
import type { LineTax } from './classify-order.ts';
import { OrderFault, type ShopOrder } from './shop-order.ts';
import { splitDiscount } from './write-order.ts';

/**
 * Compares the total of an order with that of its invoice, whose tax is computed once for each rate
 * from the sum of its rounded lines. The engine accepts a difference of a cent.
 * @returns what is questionable; null if both are the same.
 * @throws OrderFault if the engine would refuse the invoice.
 */
export function compareTotal(
  order: ShopOrder,
  taxes: readonly LineTax[],
): { readonly code: string; readonly message: string } | null {
  const total = computeTotal(order, taxes);
  const difference = Math.abs(total - order.total);
  if (difference < CENT / 2) return null;
  // The roundings of the tax and of the surcharge of a row change it by half a cent each at most.
  const isRounding = difference <= order.lines.length * CENT + 1;
  const reason = isRounding
    ? ': the shop rounds the tax of each row, and the invoice once for each rate'
    : '';
  const what = `the total of the invoice is ${writeAmount(total)}, that of the order is ${writeAmount(order.total)}${reason}.`;
  const remedy = 'Leave the order out and issue its invoice with a file of your own';
  if (difference > (3 * CENT) / 2) throw new OrderFault(`${what} ${remedy}`);
  return { code: 'total_differs', message: `${what} ${remedy} if the difference matters` };
}

function computeTotal(order: ShopOrder, taxes: readonly LineTax[]): number {
  const bases = new Map<string, { tax: LineTax; amount: number }>();
  const add = (tax: LineTax, amount: number) => {
    const key = JSON.stringify(tax);
    bases.set(key, { tax, amount: (bases.get(key)?.amount ?? 0) + toCents(amount) });
  };
  order.lines.forEach((line, index) => {
    if (line.units !== 0)
      add(taxes[index]!, Math.round(line.gross / line.units) * line.units - line.discount);
  });
  for (const { tax, amount } of splitDiscount(order, taxes)) add(tax, -amount);
  return sumOf([...bases.values()], ({ tax: { rate }, amount }) => {
    if (order.includesTax) return amount;
    const [tax, surcharge] = [rate.rate, rate.surcharge].map((own) => toCents((amount * own) / 10_000));
    return amount + tax! + surcharge!;
  });
}
