import { Cluster, type ClusterNode, type ClusterOptions, type RedisOptions } from 'ioredis';
import { followCredentials, type ReadUrl } from './redis-credentials.ts';

type Options = Omit<ClusterOptions, 'redisOptions'> & {
  readonly redisOptions: Omit<RedisOptions, 'replyMapping'>;
};

/** Opens a connection to a cluster, each of whose connections to a node is made with what the address says then; a copy of it does the same. */
export function openCluster(readUrl: ReadUrl, nodes: readonly ClusterNode[], options: Options): Cluster {
  const cluster = new Cluster<'legacy'>([...nodes], options);
  // Made, and not connected yet. Who asks a node for the others copies its options.
  cluster.on('+node', (node: { options: object }) => followCredentials(node.options, readUrl));
  const duplicate = (others: ClusterNode[] = [], { redisOptions, ...more }: ClusterOptions = {}) =>
    openCluster(readUrl, others.length > 0 ? others : nodes, {
      ...options,
      ...more,
      redisOptions: { ...options.redisOptions, ...redisOptions },
    });
  return Object.assign(cluster, { duplicate });
}
