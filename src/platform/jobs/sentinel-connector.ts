import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

type Connect = SentinelConnector['connect'];

/**
 * Asks Sentinel for the master. The failover detector of the previous connection is closed before
 * the next connection is made. Otherwise ioredis 6.0.0 lets the detector abort the attempt in
 * progress and then close the connection permanently. The detector is closed only once, because
 * each further call would add a listener while no Sentinel answers.
 */
export class PersistentSentinelConnector extends SentinelConnector {
  /**
   * @param options of the connection. ioredis declares no type for the options of a custom
   *   connector.
   */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...parameters: Parameters<Connect>): ReturnType<Connect> {
    // The field is private only in the type declarations, and there is no public access to it.
    const last = this['failoverDetector'];
    this['failoverDetector'] = null;
    last?.cleanup();
    return super.connect(...parameters);
  }
}
