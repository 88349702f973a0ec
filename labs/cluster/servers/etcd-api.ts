/** The name of a section in Patroni's settings, which selects the API that it uses for etcd. */
export type EtcdApi = 'etcd' | 'etcd3';

/**
 * The first version whose use of version 3 is safe. An earlier Patroni that resumed after a pause
 * overwrote the entry of a newer primary, and acknowledged commits were lost.
 */
const FIRST_SAFE_BY_VERSION_3 = [3, 1] as const;

/**
 * Selects the API that Patroni uses for etcd: version 3 where it is safe, otherwise version 2,
 * which compares before it writes. etcd up to 3.5 serves version 2 if configured to.
 * @param version the output of `patroni --version`, for example `patroni 3.0.2`
 */
export function chooseEtcdApi(version: string): EtcdApi {
  const [major = 0, minor = 0] = (/^patroni (\d{1,4})\.(\d{1,4})\./.exec(version) ?? []).slice(1).map(Number);
  const [safeMajor, safeMinor] = FIRST_SAFE_BY_VERSION_3;
  return major > safeMajor || (major === safeMajor && minor >= safeMinor) ? 'etcd3' : 'etcd';
}
