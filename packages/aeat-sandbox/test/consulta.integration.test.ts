import { describe, expect, it } from 'vitest';
import { openAeatSchema } from '../../../test/domain/support/aeat-schema.ts';
import { hasSharedFacts } from '../../../test/domain/support/shared-facts.ts';
import type { AeatSandbox } from '../src/open-aeat-sandbox.ts';
import { identifiedBy, ISSUER, lineOf, RECIPIENT, untaxed } from './support/records.ts';
import { chainOf, openSandbox, post, send, textsOf, type Draft } from './support/sandbox.ts';
import { writeConsulta, writeInvoiceId, type ConsultaInput } from './support/write-message.ts';

async function ask(sandbox: AeatSandbox, input: Partial<ConsultaInput> = {}): Promise<string> {
  const { text } = await post(sandbox.soapUrl, writeConsulta({ nif: ISSUER, period: '11-2026', ...input }));
  return text;
}

/** Lists the distinct numbers of the invoices in an answer. */
function numbersOf(text: string): string[] {
  return [...text.matchAll(/<tikLRRC:IDFactura>.*?<tik:NumSerieFactura>([^<]*)/gs)].map(
    ([, number = '']) => number,
  );
}

const numbered = (number: string, draft: Draft = {}): Draft => ({
  ...draft,
  id: { nif: ISSUER, number, date: '20-11-2026' },
});
const FOREIGN = identifiedBy('02', 'DE123456789', 'DE');

describe('a consulta', () => {
  it('normalizes amounts and timestamps, and returns the huella as it was sent', async () => {
    await using sandbox = await openSandbox();
    const [record] = chainOf([
      {
        lines: [lineOf({ base: '+100.10', tax: '21.00' }), lineOf({ rate: '4.0', base: '-0.50', tax: '0' })],
        taxTotal: '21.',
        total: '120.60',
      },
    ]);
    await send(sandbox, [record!]);
    const text = await ask(sandbox);
    expect(textsOf(text, 'BaseImponibleOimporteNoSujeto')).toEqual(['100.1', '-0.5']);
    expect([
      ...textsOf(text, 'TipoImpositivo'),
      ...textsOf(text, 'CuotaTotal'),
      ...textsOf(text, 'ImporteTotal'),
    ]).toEqual(['21', '4', '21', '120.6']);
    expect(textsOf(text, 'FechaHoraHusoGenRegistro')).toEqual(['2026-11-20T09:15:30Z']);
    expect(textsOf(text, 'Huella').at(-1)).toBe(record?.huella);
    expect(textsOf(text, 'TimestampPresentacion')).toEqual(['2026-11-20T10:15:30+01:00']);
  });

  it('shows the current state of each invoice', async () => {
    await using sandbox = await openSandbox();
    const [first, second, third, mended, annulled] = chainOf([
      { ...numbered('1'), previous: null },
      numbered('2', { total: '900' }),
      numbered('3', { total: '900' }),
      numbered('3', { subsanacion: 'S' }),
      { ...numbered('1'), kind: 'Anulacion' },
    ]);
    await send(sandbox, [first!, second!, third!, mended!, annulled!]);
    const text = await ask(sandbox);
    expect(numbersOf(text)).toEqual(['1', '3', '2']);
    expect(textsOf(text, 'EstadoRegistro').filter((state) => state !== '')).toEqual([
      'Anulado',
      'Correcto',
      'AceptadoConErrores',
    ]);
    expect(textsOf(text, 'Huella')).toEqual(
      [mended, annulled, third, mended, first, second].map((record) => record?.huella),
    );
  });

  it('finds invoices by period, number, counterpart, days of issue, reference and system', async () => {
    await using sandbox = await openSandbox();
    await send(
      sandbox,
      chainOf([
        numbered('1'),
        numbered('2', {
          recipients: [FOREIGN],
          refExterna: 'two',
          lines: [untaxed({ calificacion: 'N2' })],
          taxTotal: '0',
          total: '100',
        }),
        { id: { nif: ISSUER, number: '3', date: '01-11-2026' } },
        numbered('4', { operationDate: '31-10-2026' }),
      ]),
    );
    const systemOf = (installation: string) =>
      `<c:SistemaInformatico><i:NombreRazon>P</i:NombreRazon><i:NIF>A12345674</i:NIF><i:IdSistemaInformatico>S1</i:IdSistemaInformatico><i:NumeroInstalacion>${installation}</i:NumeroInstalacion></c:SistemaInformatico>`;
    const dates = (content: string) => `<c:FechaExpedicionFactura>${content}</c:FechaExpedicionFactura>`;
    const asked: [Partial<ConsultaInput>, string[]][] = [
      [{}, ['3', '2', '1']],
      [{ period: '10-2026' }, ['4']],
      [{ period: '11-2025' }, []],
      [{ filter: '<c:NumSerieFactura>2</c:NumSerieFactura>' }, ['2']],
      [
        { filter: '<c:Contraparte><i:NombreRazon>x</i:NombreRazon><i:NIF>12345678Z</i:NIF></c:Contraparte>' },
        ['3', '1'],
      ],
      [{ filter: dates('<i:FechaExpedicionFactura>01-11-2026</i:FechaExpedicionFactura>') }, ['3']],
      [
        { filter: dates('<i:RangoFechaExpedicion><i:Desde>02-11-2026</i:Desde></i:RangoFechaExpedicion>') },
        ['2', '1'],
      ],
      [{ filter: '<c:RefExterna>two</c:RefExterna>' }, ['2']],
      [{ filter: systemOf('1') }, ['3', '2', '1']],
      [{ filter: systemOf('2') }, []],
      [{ nif: RECIPIENT.nif!, role: 'Destinatario' }, ['3', '1']],
      [{ nif: 'A12345674' }, []],
    ];
    const found: [Partial<ConsultaInput>, string[]][] = [];
    for (const [input] of asked) found.push([input, numbersOf(await ask(sandbox, input))]);
    expect(found).toEqual(asked);
  });

  it('returns pages that together contain every invoice once', async () => {
    await using sandbox = await openSandbox({ settings: { pageSize: 2 } });
    const drafts = ['1', '2', '3', '4', '5'].map((number) => numbered(number));
    await send(sandbox, chainOf(drafts));
    const seen: string[] = [];
    const flags: string[] = [];
    for (let filter = ''; ;) {
      const text = await ask(sandbox, { filter });
      seen.push(...numbersOf(text));
      flags.push(...textsOf(text, 'IndicadorPaginacion'));
      const key = /<tikLRRC:ClavePaginacion>.*<tik:NumSerieFactura>([^<]*)/s.exec(text);
      if (!key) break;
      const last = writeInvoiceId({ nif: ISSUER, number: key[1]!, date: '20-11-2026' });
      filter = `<c:ClavePaginacion>${last}</c:ClavePaginacion>`;
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
    expect(flags).toEqual(['S', 'S', 'N']);
  });

  it('shows names and systems on request', async () => {
    await using sandbox = await openSandbox();
    await send(sandbox, chainOf([{}]));
    expect(await ask(sandbox)).not.toMatch(/NombreRazonEmisor|SistemaInformatico>/);
    const shown = await ask(sandbox, {
      extras:
        '<c:MostrarNombreRazonEmisor>S</c:MostrarNombreRazonEmisor><c:MostrarSistemaInformatico>S</c:MostrarSistemaInformatico>',
    });
    expect([textsOf(shown, 'NombreRazonEmisor'), textsOf(shown, 'NumeroInstalacion')]).toEqual([
      ['Emisor SL'],
      ['1'],
    ]);
  });

  it.each([
    [
      '1272',
      {
        nif: ISSUER,
        role: 'Destinatario',
        extras: '<c:MostrarSistemaInformatico>S</c:MostrarSistemaInformatico>',
      },
    ],
    [
      '1250',
      {
        filter:
          '<c:FechaExpedicionFactura><i:RangoFechaExpedicion><i:Desde>02-11-2026</i:Desde><i:Hasta>01-11-2026</i:Hasta></i:RangoFechaExpedicion></c:FechaExpedicionFactura>',
      },
    ],
    ['1261', { nif: ISSUER, role: 'Destinatario', isRepresentative: true }],
    ['4116', { nif: 'B12345675' }],
  ] as const)('is refused with %s', async (code, input) => {
    await using sandbox = await openSandbox();
    expect(await ask(sandbox, input)).toContain(`Codigo[${code}].`);
  });
});

describe.skipIf(!hasSharedFacts)(
  'the answers of the stand-in (skipped if ../shared/verifactu is absent)',
  () => {
    it('are valid according to the official schemas', async () => {
      using schema = openAeatSchema();
      await using sandbox = await openSandbox({ settings: { pageSize: 3 } });
      const records = chainOf([
        { ...numbered('1'), previous: null },
        numbered('2', { total: '900', refExterna: 'a & b' }),
        numbered('3', {
          type: 'R1',
          rectification: 'I',
          rectified: [{ nif: ISSUER, number: '1', date: '20-11-2026' }],
        }),
        numbered('4', { recipients: [FOREIGN, RECIPIENT], operationDate: '19-11-2026' }),
        { ...numbered('1'), kind: 'Anulacion', generatedBy: 'T', generator: RECIPIENT },
        numbered('5', { type: 'R1' }),
      ]);
      const extras =
        '<c:MostrarNombreRazonEmisor>S</c:MostrarNombreRazonEmisor><c:MostrarSistemaInformatico>S</c:MostrarSistemaInformatico>';
      const answers = [
        await send(sandbox, records, { nif: ISSUER, hasIncident: true }),
        await send(sandbox, records),
        await post(sandbox.soapUrl, writeConsulta({ nif: ISSUER, period: '11-2026', extras })),
        await post(sandbox.soapUrl, writeConsulta({ nif: ISSUER, period: '12-2026' })),
        await post(sandbox.soapUrl, '<a/>'),
      ];
      sandbox.control.addFaults({ kind: 'empty-wait', count: 1 }, { kind: 'partial', records: 9, count: 1 });
      answers.push(await send(sandbox, records), await send(sandbox, records));
      for (const { text } of answers) expect(() => schema.check(text)).not.toThrow();
    });
  },
);
