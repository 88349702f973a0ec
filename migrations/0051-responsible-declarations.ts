import { Migration } from '@mikro-orm/migrations';

/*
 * The producer's declaración responsable of each version that ran here (RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15): one text for a version and its producer, dated on the day on which the
 * version first ran with the producer's data, and kept for all versions.
 */
const DECLARATIONS = [
  `create table responsible_declarations (
    version varchar(50) not null,
    producer_nif varchar(9) not null,
    producer_name varchar(120) not null,
    signed_on date not null,
    text text not null,
    stored_at timestamptz not null default now(),
    constraint responsible_declarations_pkey primary key (version, producer_nif, producer_name)
  )`,
  ...['update', 'delete or truncate'].map(
    (event) =>
      `create trigger responsible_declarations_refuse_${event.split(' ')[0]} before ${event} on responsible_declarations for each statement execute function refuse_change()`,
  ),
  'grant select, insert on responsible_declarations to engine_ingress, engine_worker',
  'grant select on responsible_declarations to engine_operator, engine_reader',
  'grant select (version, signed_on, text, stored_at) on responsible_declarations to engine_dashboard',
];

export class ResponsibleDeclarations extends Migration {
  override up(): void {
    for (const sql of DECLARATIONS) this.addSql(sql);
  }
}
