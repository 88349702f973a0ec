import { Cluster, type ClusterNode, type ClusterOptions, type RedisOptions } from 'ioredis';
import { followCredentials, type ReadUrl } from './redis-credentials.ts';

type Options = Omit<ClusterOptions, 'redisOptions'> & {
  readonly redisOptions: Omit<RedisOptions, 'replyMapping'>;
};

/**
 * Opens a connection to a cluster. Each connection to a node uses the credentials that the address
 * holds when that connection is made. Duplicates of the connection behave in the same way.
 */
export function openCluster(readUrl: ReadUrl, nodes: readonly ClusterNode[], options: Options): Cluster {
  const cluster = new Cluster<'legacy'>([...nodes], options);
  // The node's connection object exists but is not connected yet. The client that asks a node for
  // the other nodes copies its options.
  cluster.on('+node', (node: { options: object }) => followCredentials(node.options, readUrl));
  const duplicate = (others: ClusterNode[] = [], { redisOptions, ...more }: ClusterOptions = {}) =>
    openCluster(readUrl, others.length > 0 ? others : nodes, {
      ...options,
      ...more,
      redisOptions: { ...options.redisOptions, ...redisOptions },
    });
  return Object.assign(cluster, { duplicate });
}
