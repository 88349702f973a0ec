import type { InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildLine } from './sample-invoice.ts';

/**
 * The works in each room with their price per unit. `of` names the measure of the room that is the
 * number of units.
 */
const WORKS = [
  { concept: 'Demolición de pavimento y retirada de escombros, m²', price: 14.6, of: 'floor' },
  { concept: 'Solado de gres porcelánico 60 × 60 cm, m²', price: 42.35, of: 'floor' },
  { concept: 'Rodapié lacado de 10 cm, m', price: 8.9, of: 'skirting' },
  { concept: 'Alisado y pintura plástica de paredes, m²', price: 11.75, of: 'walls' },
  { concept: 'Falso techo de yeso laminado, m²', price: 27.4, of: 'floor' },
  { concept: 'Mecanismos eléctricos, colocados y probados', price: 21.85, of: 'points' },
  { concept: 'Puerta de paso lacada, con herrajes', price: 318, of: 'doors' },
] as const;

/** The rooms with their measures in square metres, metres and counts. */
const ROOMS = [
  { name: 'recibidor', floor: 6.2, skirting: 8.4, walls: 21.5, points: 4, doors: 1 },
  { name: 'salón', floor: 27.8, skirting: 19.6, walls: 52.4, points: 11, doors: 2 },
  { name: 'cocina', floor: 13.4, skirting: 9.1, walls: 31.6, points: 14, doors: 1 },
  { name: 'pasillo', floor: 8.9, skirting: 15.2, walls: 38.7, points: 5, doors: 1 },
  { name: 'dormitorio principal', floor: 16.5, skirting: 14.3, walls: 40.2, points: 9, doors: 1 },
  { name: 'dormitorio segundo', floor: 11.6, skirting: 12.1, walls: 33.9, points: 7, doors: 1 },
  { name: 'despacho', floor: 9.75, skirting: 11.2, walls: 30.8, points: 8, doors: 1 },
  { name: 'terraza cubierta', floor: 12.25, skirting: 13.5, walls: 18.6, points: 3, doors: 2 },
] as const;

/** Builds a line for every work in every room. They need several pages, with sums carried over. */
export function buildLinesOfWorks(): InvoiceLineInput[] {
  return ROOMS.flatMap((room) =>
    WORKS.map(({ concept, price, of }) =>
      buildLine(`${concept}: ${room.name}`, room[of], price, { tax_rate: 10 }),
    ),
  );
}
