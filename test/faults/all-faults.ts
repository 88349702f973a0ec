import { CLUSTER_FAULTS } from '../cluster/cluster-faults.ts';
import { CONTAINER_FAULTS } from '../containers/run/container-faults.ts';
import { MACHINE_FAULTS } from './machine-faults.ts';

/** All faults, by the command that causes them. */
export const ALL_FAULTS = {
  'test:faults': MACHINE_FAULTS,
  'test:cluster': CLUSTER_FAULTS,
  'test:containers': CONTAINER_FAULTS,
} as const;
