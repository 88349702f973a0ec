import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { html, type Html } from './escape-html.ts';
import { measureColumn } from './measure-text.ts';
import { formatMoney, formatRate, negateDecimal } from './spanish-format.ts';
import { buildRegimeLabel, buildTaxGroupLabel } from './tax-labels.ts';

function buildGroupRow(group: TaxGroup): Html {
  const regime = buildRegimeLabel(group);
  return html`<tr>
    <td>${buildTaxGroupLabel(group)}${regime !== null && html`<div class="note">${regime}</div>`}</td>
    <td class="figure">${formatMoney(group.base)}</td>
    <td class="figure">${group.rate === null ? '—' : formatRate(group.rate)}</td>
    <td class="figure">${formatMoney(group.tax)}</td>
  </tr>`;
}

/** Base, rate and tax of each group: the very strings of the registration record. */
export function buildTaxTable({ groups }: InvoiceDocument): Html {
  const bases = measureColumn(groups, ({ base }) => formatMoney(base), 24);
  const taxes = measureColumn(groups, ({ tax }) => formatMoney(tax), 20);
  return html`<table class="taxes">
    <colgroup>
      <col />
      <col style="width:${bases}mm" />
      <col class="rate" />
      <col style="width:${taxes}mm" />
    </colgroup>
    <thead>
      <tr>
        <th>Impuesto</th>
        <th class="figure">Base imponible</th>
        <th class="figure">Tipo</th>
        <th class="figure">Cuota</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map(buildGroupRow)}
    </tbody>
  </table>`;
}

function buildTotal(label: string, amount: string, emphasis: 'total' | 'payable' | null = null): Html {
  return html`<div class="sum ${emphasis}">
    <span>${label}</span><span class="figure">${formatMoney(amount)}</span>
  </div>`;
}

type Totals = InvoiceDocument['totals'];

function buildWithholding({ rate, base, amount }: Totals['withholdings'][number], totals: Totals): Html {
  const label = `Retención IRPF ${formatRate(rate)}`;
  // Where only some lines are subject to it, the reader needs its base to check the amount.
  const note = base === totals.base ? '' : ` sobre ${formatMoney(base)}`;
  return buildTotal(`${label}${note}`, negateDecimal(amount));
}

/** From the sum of the bases to the amount to pay; withholding and reimbursable expenses stand below the registered total. */
export function buildTotals({ totals, paid }: InvoiceDocument): Html {
  return html`<div class="totals">
    ${buildTotal('Base imponible', totals.base)}${buildTotal('Impuestos', totals.tax)}${buildTotal('Total factura', totals.total, 'total')}
    ${totals.withholdings.map((withholding) => buildWithholding(withholding, totals))}
    ${totals.reimbursableExpenses !== null && buildTotal('Suplidos', totals.reimbursableExpenses)}
    ${buildTotal('Total a pagar', totals.payable, 'payable')}
    ${paid === true && html`<div class="paid"><span>Pagada</span></div>`}
  </div>`;
}
