import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import { renderPdfs } from '../../../src/render/render-pdfs.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { listRecipes } from '../../docs/support/recipes.ts';
import { openSharedRenderer } from '../../render/support/open-test-renderer.ts';
import { readPdf, squash } from '../../render/support/read-pdf.ts';
import { issuingContext } from '../../support/engine.ts';
import { printingContext } from '../../support/printing.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';

/*
 * Each recipe of docs/recipes.md, from the request to AEAT's acceptance and to the words on its
 * page.
 */

/** The words that an accountant looks for on the page of each recipe. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "Payment on a due date, reported to AEAT's public solution": [
    '15/12/2026',
    'ES91 2100 0418 4502 0005 1332',
    '121,00 €',
  ],
  'Goods with tax in the price': ['36,28 €', '7,62 €', '43,90 €', 'Con impuestos'],
  'Discount and shipping of an order': ['Código BIENVENIDA', 'Envío', 'PO-2026-77', '95,00 €', '114,95 €'],
  'Refund of a receipt': ['Factura rectificativa', 'T-0001', 'Devolución de una camiseta', '-19,95 €'],
  'Correction of an invoice of the former system': [
    '2025/0417',
    'Error en el precio',
    'Rectificación por sustitución',
    '100,00 €',
    '96,80 €',
  ],
  'Volume discount over many invoices (rappel)': ['Rápel de enero a septiembre de 2026', '-363,00 €'],
  'Equivalence surcharge': ['Recargo de equivalencia', '5,2', '5,20 €', '126,20 €'],
  'Canary Islands': ['IGIC', '7,00 €', '107,00 €'],
  Export: ['USD', '2.500,00', '2.150,00 €', 'artículo 21'],
  'Intra-Community supply': ['DE123456789', 'artículo 25'],
  'Services to a company abroad': ['FR40303265045', '1.200,00 €'],
  'Sale to a consumer in another member state (one-stop shop)': ['IVA (FR)', '10,00 €', '60,00 €'],
  'Lease of premises': ['Alquiler del local, noviembre', '1.000,00 €', '1.210,00 €'],
  'Professional with withholding (IRPF)': ['1.210,00 €', '-150,00 €', '1.060,00 €', 'ES91'],
  'Deposit and final invoice': ['Anticipo facturado con F-0001', '847,00 €'],
  'Self-billing': ['Facturación por el destinatario'],
  'Used goods': ['Régimen especial de los bienes usados', '9.680,00 €'],
  'Travel agency': ['Régimen especial de las agencias de viajes', '1.800,00 €'],
  'Restaurant receipt with the data of a company': ['33,00 €', 'A12345674'],
};
/**
 * What a page must not show: the margin is a trade secret, and its tax is not apart from the price
 * (LIVA arts. 138 and 142).
 */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  'Used goods': ['2.680,00', '2.214,88', '465,12'],
  'Travel agency': ['242,00', '200,00', '42,00'],
};

const RECIPES = listRecipes('recipes.md');

let test: TestRemission;
let batchId: number;
beforeAll(async () => {
  test = await openTestRemission();
  const { api, organization } = test;
  const body = { invoice_batch: { invoices: RECIPES.map((recipe) => recipe.body) } };
  const answer = await api.post(organization.token, body, { key: randomUUID(), version: 2 });
  const { data, errors } = answer.json<CreateBatchAnswer>();
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  batchId = data.id;
  const outcome = await processBatch(issuingContext(api), batchId);
  if (outcome.kind !== 'issued' || outcome.issued !== RECIPES.length)
    throw new Error(JSON.stringify(outcome));
}, 60_000);
afterAll(() => test[Symbol.asyncDispose]());

it('every recipe is issued, and AEAT accepts its record without errors', async () => {
  const chains = await test.read<{ id: number }>('select id::float8 as id from chains order by id');
  for (const { id } of chains) await test.remit(id);
  expect(await test.states(batchId)).toEqual(RECIPES.map(() => 'accepted'));
});

describe('the page of every recipe', () => {
  let pages: string[];
  beforeAll(async () => {
    await using renderer = await openSharedRenderer();
    const { api, organization } = test;
    const job = { organizationId: organization.id, batchId, from: 0, to: RECIPES.length - 1 };
    await renderPdfs({ ...printingContext(api), renderer }, job);
    pages = await Promise.all(
      RECIPES.map(async (_recipe, position) => {
        const pdf = await api.get(organization.token, `/batch_invoices/${batchId * 1000 + position}/pdf`);
        return (await readPdf(pdf.rawPayload)).squashed;
      }),
    );
  }, 60_000);

  it.each(RECIPES.map(({ heading }, position) => [heading, position] as const))(
    'of "%s" has the words that an accountant looks for',
    (heading, position) => {
      const page = pages[position]!;
      expect((WORDS[heading] ?? ['no words']).filter((words) => !page.includes(squash(words)))).toEqual([]);
      expect((HIDDEN[heading] ?? []).filter((words) => page.includes(squash(words)))).toEqual([]);
    },
  );
});
