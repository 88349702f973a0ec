import { expect, it } from 'vitest';
import { checkBody } from '../../src/accept/check-body.ts';
import { findNoInteger } from '../../src/accept/find-no-integer.ts';
import { parseJson } from '#src/json/parse-json.ts';
import { FLAT_RULES } from '../../src/domain/reading/request-rules.ts';

const find = (invoice: string) => {
  const parsed = parseJson(Buffer.from(`{"invoice_batch":{"invoices":[{},${invoice}]}}`));
  expect(checkBody(parsed.value, FLAT_RULES)).toMatchObject({ kind: 'checked' });
  return findNoInteger(parsed.inexactNumbers);
};

it.each(['1.00000000000000000001', '1e-400', '0.99999999999999999999', '-1.00000000000000000001'])(
  'findNoInteger reports %s, which becomes an integer only when it is rounded to a double',
  (literal) => {
    for (const name of ['rectified_invoice_id', 'contact_id', 'invoiceable_serie_id']) {
      expect(find(`{"${name}":${literal}}`)).toBe(`invoice_batch.invoices[1].${name}`);
    }
    expect(find(`{"lines":[{},{"position":${literal}}]}`)).toBe(
      'invoice_batch.invoices[1].lines[1].position',
    );
  },
);

it.each(['1', '1.0', '1e0', '-5', '9007199254740991', '9007199254740991.0', '-0'])(
  'findNoInteger accepts %s',
  (literal) => {
    expect(find(`{"contact_id":${literal}}`)).toBeNull();
  },
);

it('findNoInteger ignores members that may have decimals', () => {
  expect(find('{"lines":[{"units":1.00000000000000000001,"tax_rate":1e-400}]}')).toBeNull();
});
