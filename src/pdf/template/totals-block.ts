import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { html, type Html } from './escape-html.ts';
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
  return html`<table class="taxes">
    <colgroup>
      <col />
      <col class="base" />
      <col class="rate" />
      <col class="base" />
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

/** From the sum of the bases to the amount to pay; withholding and reimbursable expenses stand below the registered total. */
export function buildTotals({ totals, paid }: InvoiceDocument): Html {
  return html`<div class="totals">
    ${buildTotal('Base imponible', totals.base)}${buildTotal('Impuestos', totals.tax)}${buildTotal('Total factura', totals.total, 'total')}
    ${totals.withholdings.map(({ rate, amount }) => buildTotal(`Retención IRPF ${formatRate(rate)}`, negateDecimal(amount)))}
    ${totals.reimbursableExpenses !== null && buildTotal('Suplidos', totals.reimbursableExpenses)}
    ${buildTotal('Total a pagar', totals.payable, 'payable')}
    ${paid === true && html`<div class="paid"><span>Pagada</span></div>`}
  </div>`;
}
