import { Tables } from './0001-tables.ts';
import { Guards } from './0002-guards.ts';
import { Remission } from './0003-remission.ts';
import { Corrections } from './0004-corrections.ts';
import { RowSecurity } from './0005-row-security.ts';
import { Restores } from './0007-restores.ts';
import { CheapRows } from './0008-cheap-rows.ts';
import { FreshIdentity } from './0009-fresh-identity.ts';
import { Walls } from './0010-walls.ts';
import { OperatorActs } from './0011-operator-acts.ts';
import { Retention } from './0012-retention.ts';
import { Resealing } from './0013-resealing.ts';
import { WallsOfActs } from './0014-walls-of-acts.ts';
import { NamesOfOperators } from './0015-names-of-operators.ts';
import { FunctionsForTheirCallers } from './0016-functions-for-their-callers.ts';
import { IdentityOfTheRows } from './0017-identity-of-the-rows.ts';
import { IssuersAndUse } from './0018-issuers-and-use.ts';
import { SkippedIds } from './0019-skipped-ids.ts';
import { Histories } from './0020-histories.ts';
import { WorkOfBatches } from './0021-work-of-batches.ts';
import { BesideDocuments } from './0022-beside-documents.ts';
import { Integrators } from './0023-integrators.ts';

/** Every migration in its order. Forward only: a mistake is mended by the next one. */
export const ALL_MIGRATIONS = [
  { name: '0001-tables', class: Tables },
  { name: '0002-guards', class: Guards },
  { name: '0003-remission', class: Remission },
  { name: '0004-corrections', class: Corrections },
  { name: '0005-row-security', class: RowSecurity },
  { name: '0007-restores', class: Restores },
  { name: '0008-cheap-rows', class: CheapRows },
  { name: '0009-fresh-identity', class: FreshIdentity },
  { name: '0010-walls', class: Walls },
  { name: '0011-operator-acts', class: OperatorActs },
  { name: '0012-retention', class: Retention },
  { name: '0013-resealing', class: Resealing },
  { name: '0014-walls-of-acts', class: WallsOfActs },
  { name: '0015-names-of-operators', class: NamesOfOperators },
  { name: '0016-functions-for-their-callers', class: FunctionsForTheirCallers },
  { name: '0017-identity-of-the-rows', class: IdentityOfTheRows },
  { name: '0018-issuers-and-use', class: IssuersAndUse },
  { name: '0019-skipped-ids', class: SkippedIds },
  { name: '0020-histories', class: Histories },
  { name: '0021-work-of-batches', class: WorkOfBatches },
  { name: '0022-beside-documents', class: BesideDocuments },
  { name: '0023-integrators', class: Integrators },
];
