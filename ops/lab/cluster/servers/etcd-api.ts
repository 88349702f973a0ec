/** Patroni's name of the API by which it speaks to etcd: a section of its settings. */
export type EtcdApi = 'etcd' | 'etcd3';

/** Earlier ones, when they went on after they had stood still, overwrote by version 3 that another server was primary by now: acknowledged commits were lost. */
const FIRST_SAFE_BY_VERSION_3 = [3, 1] as const;

/**
 * Chooses how Patroni speaks to etcd: by version 3, where that is safe. Version 2, which compares before it writes, is what older ones have instead; etcd up to 3.5 serves it where it is told to.
 * @param version what `patroni --version` says, for example `patroni 3.0.2`
 */
export function chooseEtcdApi(version: string): EtcdApi {
  const [major = 0, minor = 0] = (/^patroni (\d{1,4})\.(\d{1,4})\./.exec(version) ?? []).slice(1).map(Number);
  const [safeMajor, safeMinor] = FIRST_SAFE_BY_VERSION_3;
  return major > safeMajor || (major === safeMajor && minor >= safeMinor) ? 'etcd3' : 'etcd';
}
