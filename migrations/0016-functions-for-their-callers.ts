import { Migration } from '@mikro-orm/migrations';

/*
 * These functions were everybody's by PostgreSQL's default, which an owner may have taken back (`alter default privileges`): then no worker
 * could issue. Now they are those roles' that call them, as all others are (0010).
 */
const FUNCTIONS = 'is_known_database(), database_identity()';

export class FunctionsForTheirCallers extends Migration {
  override up(): void {
    this.addSql(`revoke execute on function ${FUNCTIONS} from public`);
    this.addSql(`grant execute on function ${FUNCTIONS} to engine_worker, engine_operator`);
  }
}
