import fc from 'fast-check';
import type { XmlElement } from '../../src/xml/element.ts';
import {
  INFORMACION,
  SCHEMA_INSTANCE,
  SII_CONSULTA,
  SII_INFORMACION,
  SII_SUMINISTRO,
  SUMINISTRO,
} from '../../src/xml/namespaces.ts';

/** A change to a document: its place, counted over all elements in document order, and its kind. */
export type Mutation = { readonly at: number; readonly change: Change };
type Change =
  | { readonly kind: 'remove' | 'repeat' | 'swap' | 'empty' | 'nest' | 'stray-text' }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'move'; readonly namespace: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly namespace: string }
  | { readonly kind: 'multiply'; readonly times: number };

/** Values at and around the limits of AEAT's types. */
const TEXTS = [
  '',
  ' ',
  'S',
  'N',
  'X',
  ' S',
  'F1',
  'F4',
  'R5',
  'I',
  '1.0',
  '1',
  '01',
  '02',
  '07',
  '08',
  '16',
  '21',
  '22',
  'S1',
  'S3',
  'N2',
  'E8',
  'E9',
  '17',
  '1T',
  '0A',
  'A0',
  '1.1',
  '|2345678|',
  '1e3',
  '-INF',
  'ES',
  'XI',
  'EL',
  'GP',
  'QU',
  '12345678Z',
  '12345678',
  '1234567890',
  '𝟏2345678',
  '😀😀😀😀😀😀😀😀😀',
  '01-01-2026',
  '1-1-2026',
  '32-13-2026',
  '٠١-٠١-٢٠٢٦',
  '121.1',
  '+121.00',
  '-0',
  '121.',
  '.5',
  '1,00',
  '121.101',
  '123456789012',
  '1234567890123',
  '٣.٥',
  '100.00',
  '1000',
  '21',
  '2026-11-20T10:15:30+01:00',
  '2026-11-20T10:15:30.5-00:00',
  '2026-11-20T10:15:30',
  '2026-11-20 10:15:30Z',
  '2026-02-29T00:00:00Z',
  '2026',
  '12',
  '13',
  'A'.repeat(15),
  'A'.repeat(16),
  'A'.repeat(18),
  'A'.repeat(20),
  'A'.repeat(21),
  'A'.repeat(30),
  'A'.repeat(31),
  'A'.repeat(50),
  'A'.repeat(60),
  'A'.repeat(61),
  'A'.repeat(64),
  'A'.repeat(65),
  'A'.repeat(100),
  'A'.repeat(101),
  'A'.repeat(120),
  'A'.repeat(121),
  'ñ'.repeat(500),
  'ñ'.repeat(501),
  '😀'.repeat(120),
  '😀'.repeat(121),
  '<&>"\'',
  'a\tb\nc',
];
const NAMES = [
  'RegistroAlta',
  'RegistroAnulacion',
  'NIF',
  'IDOtro',
  'CalificacionOperacion',
  'OperacionExenta',
  'PrimerRegistro',
  'RegistroAnterior',
  'RefExterna',
  'Subsanacion',
  'Tercero',
  'Generador',
  'Representante',
  'FechaOperacion',
  'ObligadoEmision',
  'Destinatario',
  'Sujeta',
  'NoSujeta',
  'Exenta',
  'NoExenta',
  'Entrega',
  'PrestacionServicios',
  'DesgloseFactura',
  'DesgloseTipoOperacion',
  'ImporteTotal',
  'Desde',
  'Nada',
];

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom('remove', 'repeat', 'swap', 'empty', 'nest', 'stray-text') }),
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant('move' as const),
    namespace: fc.constantFrom(
      INFORMACION,
      SUMINISTRO,
      SII_INFORMACION,
      SII_SUMINISTRO,
      SII_CONSULTA,
      '',
      'urn:x',
    ),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 12 })),
  }),
  fc.record({
    kind: fc.constant('attribute' as const),
    name: fc.constantFrom('schemaLocation', 'nil', 'id', 'noNamespaceSchemaLocation'),
    namespace: fc.constantFrom(SCHEMA_INSTANCE, '', 'urn:x'),
  }),
  fc.record({ kind: fc.constant('multiply' as const), times: fc.constantFrom(2, 6, 7, 8, 12, 13, 15, 16) }),
);

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({ at: fc.nat({ max: 10_000 }), change }),
  { minLength: 1, maxLength: 3 },
);

/**
 * Applies changes inside the element in the body, because the envelope does not belong to AEAT's
 * schema.
 */
export function mutateMessage(root: XmlElement, changes: readonly Mutation[]): XmlElement {
  const children = root.children.map((part) =>
    part.name === 'Body'
      ? { ...part, children: part.children.map((content) => mutateContent(content, changes)) }
      : part,
  );
  return { ...root, children };
}

function mutateContent(content: XmlElement, changes: readonly Mutation[]): XmlElement {
  return changes.reduce((tree, { at, change: wanted }) => {
    const place = { left: 1 + (at % Math.max(1, countElements(tree) - 1)) };
    return changeAt(tree, place, wanted)[0] ?? tree;
  }, content);
}

function changeAt(element: XmlElement, place: { left: number }, wanted: Change): XmlElement[] {
  const isHere = place.left === 0;
  place.left -= 1;
  if (isHere) return applyChange(element, wanted);
  if (place.left < 0) return [element];
  return [{ ...element, children: element.children.flatMap((child) => changeAt(child, place, wanted)) }];
}

function applyChange(element: XmlElement, wanted: Change): XmlElement[] {
  switch (wanted.kind) {
    case 'remove':
      return [];
    case 'repeat':
      return [element, element];
    case 'multiply':
      return Array.from({ length: wanted.times }, () => element);
    case 'swap':
      return [{ ...element, children: element.children.toReversed() }];
    case 'empty':
      return [{ ...element, children: [], text: '' }];
    case 'nest':
      return [{ ...element, children: [...element.children, { ...element, children: [], text: 'S' }] }];
    case 'stray-text':
      return [{ ...element, text: `${element.text}x` }];
    case 'rename':
      return [{ ...element, name: wanted.name }];
    case 'move':
      return [{ ...element, namespace: wanted.namespace }];
    case 'text':
      return [{ ...element, text: wanted.text }];
    case 'attribute':
      return [
        { ...element, attributes: [{ name: wanted.name, namespace: wanted.namespace, value: 'urn:y z' }] },
      ];
  }
}

function countElements(element: XmlElement): number {
  return element.children.reduce((sum, child) => sum + countElements(child), 1);
}

/** Writes a document that declares each namespace where it is used. */
export function writeElement({ name, namespace, attributes, children, text }: XmlElement): string {
  const own = attributes.map((attribute, index) =>
    attribute.namespace === ''
      ? ` ${attribute.name}="${escape(attribute.value)}"`
      : ` xmlns:a${index}="${attribute.namespace}" a${index}:${attribute.name}="${escape(attribute.value)}"`,
  );
  return `<${name} xmlns="${namespace}"${own.join('')}>${escape(text)}${children.map(writeElement).join('')}</${name}>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
