import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * Who can be named in operator_acts (ops/adr/0024): a name that can be seen, in one line, and no name of another kind of process.
 */

/** Break the line, or turn its reading order round. */
const CONTROL = String.raw`[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]`;
/** Show something; everything else is a blank or invisible. src/contracts/acts.ts has the same. */
const VISIBLE = String.raw`[^\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]`;

/** No check: rows that are there stay as they are, and a backup of them can be restored, which switches guards off. */
const TEXTS = `
  create function guard_operator_act() returns trigger language plpgsql as $$
  begin
    if exists (select from unnest(array[new.operator, new.reason]) as given (text)
               where length(text) > 500 or text ~ '${CONTROL}' or text !~ '${VISIBLE}')
    then
      raise exception 'operator and reason must have 1 to 500 characters, one that can be seen, and no control character'
        using errcode = 'check_violation';
    end if;
    return new;
  end $$;
  create trigger operator_acts_guard before insert on operator_acts for each row execute function guard_operator_act()`;

const NAMES = `
  create policy own_names on operator_acts as restrictive for insert
    with check (starts_with(operator, 'dashboard:') = (current_user = 'engine_dashboard'))`;

export class NamesOfOperators extends Migration {
  override up(): void {
    for (const sql of [TEXTS, NAMES, PIN_GUARDS]) this.addSql(sql);
  }
}
