import { type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

type Connect = SentinelConnector['connect'];

/**
 * Asks sentinels for the master. What told the last connection of failovers is closed before the next is made: ioredis 6.0.0 lets it end the attempt
 * that is under way, which asks the sentinels anyhow, and then the connection for ever. It is closed once: each time would leave a listener behind, for as long as no
 * sentinel answers.
 */
export class PersistentSentinelConnector extends SentinelConnector {
  /** @param options of the connection: ioredis gives a connector of others no type. */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...parameters: Parameters<Connect>): ReturnType<Connect> {
    // Private in its types alone: there is no other way to it.
    const last = this['failoverDetector'];
    this['failoverDetector'] = null;
    last?.cleanup();
    return super.connect(...parameters);
  }
}
