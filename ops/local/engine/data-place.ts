import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../boot/layout.ts';
import { isGiven } from './engine-environment.ts';

/** Describes where `npm start` stores its data: `.local`, and any data elsewhere. */
export function describeData(): string {
  const local = path.relative(process.cwd(), LOCAL) || LOCAL;
  if (isGiven('DATABASE_URL')) return `${local}, invoices in the PostgreSQL of DATABASE_URL`;
  const postgres = path.join(LOCAL, 'postgres');
  const place = existsSync(postgres) ? realpathSync(postgres) : postgres;
  return place === path.join(realpathSync(LOCAL), 'postgres') ? local : `${local}, PostgreSQL's in ${place}`;
}
