import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { InvoiceInput } from '../../src/contracts/v2/invoice-input.ts';
import { checkInvoice } from '../../src/domain/invoice/prepare-invoice.ts';
import { buildFirstAltaV2, objectTo } from '../domain/support/judge-product.ts';
import { TODAY } from '../domain/support/inputs.ts';
import { listRecipes } from './support/recipes.ts';

const shape = Compile(InvoiceInput);
const RECIPES = listRecipes('recipes.md');

it('the recipes in English and in Spanish have the same bodies', () => {
  expect(RECIPES.length).toBeGreaterThanOrEqual(17);
  expect(listRecipes('recetas.md').map(({ body }) => body)).toEqual(RECIPES.map(({ body }) => body));
});

describe.each(RECIPES)('the recipe "$heading"', ({ body }) => {
  it('is an invoice without findings or warnings of its own, which states the total that it results in', () => {
    if (!shape.Check(body)) throw new Error(JSON.stringify(shape.Errors(body)));
    const checked = checkInvoice(body, { organizationName: 'Ejemplo SL', today: TODAY });
    expect(checked.kind === 'refused' ? checked.findings : checked.findWarnings()).toEqual([]);
    expect(body.total).toMatch(/^-?\d+\.\d{2}$/);
  });

  it('results in a record that the stand-in for AEAT accepts', () => {
    const alta = buildFirstAltaV2(body as InvoiceInput)!;
    expect(objectTo(alta.issuer, [alta.xml])).toEqual([]);
  });
});
