import { NO_DATABASES, NO_REDIS } from './wrong-addresses.ts';

const KEY = 'A7f+2Qm9xZ1tRk8LwPb3Yh5NcVd0GjSeUiOa4XrTq6M=';
/** Values for all settings without a default. */
export const COMPLETE = {
  SECRETS_DIRECTORY: import.meta.dirname,
  DATABASE_URL:
    'postgres://engine:s3cr%65t@db-1.internal:5432,db-2.internal:5433/engine?sslmode=require&target_session_attrs=read-write',
  MIGRATIONS_DATABASE_URL:
    'postgresql://owner@[::1],[::2]:5433/engine?target_session_attrs=primary&load_balance_hosts=random',
  INGRESS_DATABASE_URL: 'postgres://engine_ingress_login:s3cr%65t-1@db.internal/engine',
  WORKER_DATABASE_URL: 'postgres://engine_worker_login:s3cr%65t-2@db.internal/engine',
  OPERATOR_DATABASE_URL: 'postgres://engine_operator_login:s3cr%65t-3@db.internal/engine',
  READER_DATABASE_URL: 'postgres://engine_reader_login:s3cr%65t-4@db.internal/engine',
  DASHBOARD_DATABASE_URL: 'postgres://engine_dashboard_login:s3cr%65t-5@db.internal/engine',
  RETENTION_DATABASE_URL: 'postgres://engine_retention_login:s3cr%65t-6@db.internal/engine',
  REDIS_URL:
    'rediss+sentinel://user:s3cret@s-1.internal:26379,s-2.internal,[::1]:26380/engine/2?sentinelPassword=s3cret-2&family=4',
  DASHBOARD_PASSWORD: 'cuaderno lápiz ventana 7',
  CHROMIUM_PATH: '/usr/bin/chrome headless',
  BOOTSTRAP_API_KEY: `org_live_${'aB3-_xYz90qWe'.repeat(4)}`,
  S3_ENDPOINT: 'https://s3.example:9000',
  S3_BUCKET: 'invoices.of-a-company',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLEOFTHETEST',
  S3_SECRET_ACCESS_KEY: 'wJ+alrXU/tn3FEMIK7MDENG=bPxRfiCY',
  AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/prints',
  AWS_WEB_IDENTITY_TOKEN_FILE: '/var/run/secrets/eks.amazonaws.com/serviceaccount/token',
  AWS_ENDPOINT_URL_STS: 'https://sts.example:9000',
  AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/var/run/secrets/pods.eks.amazonaws.com/token',
  CERTIFICATE_KEY: KEY,
  CERTIFICATE_KEY_PREVIOUS: 'Zk3+vT8nB5yHc1QwRx7LsDf2GjMu0PaEo9KiN4VtXb6=',
  TRUSTED_PROXIES: '192.0.2.1,10.0.0.0/8,2001:db8::/32,::1,loopback',
};

export type Setting = {
  readonly '~kind'?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
};
export type Limits = { readonly minimum?: number; readonly maximum?: number };

/** Wrong values for any variable. A variable cannot contain `\0`. */
export const ALWAYS_WRONG = [
  ' ',
  ' \t ',
  'a\nb',
  'a\r\nb',
  '\u0007',
  'x\u2028y',
  '\uFFFD',
  'x\u202Ey',
  'x'.repeat(100_000),
];
const NO_INTEGERS = [
  'x',
  '1e3',
  '0x10',
  ' 5 ',
  '5 ',
  '+5',
  '05',
  '5.0',
  '5,0',
  'NaN',
  'Infinity',
  '-',
  '-0',
  '3000abc',
  '٣',
  '５',
  'true',
  '99999999999999999999',
  '-99999999999999999999',
];
const NO_WEB_ADDRESSES = [
  'x',
  'aeat',
  'ftp://h/',
  'http:',
  'http://',
  'http:///x?',
  'http://h:99999',
  'http://h:0/',
  'http://h ost/',
  ' http://h',
  'http://h/%',
  'http://h/%zz',
  'http://user@h/',
  'http://:secret@h/',
  'http://h/#x',
  'http://1.2.3.999/',
  'http:h',
];
const NO_HOSTS = [
  '224.0.0.1',
  '255.255.255.255',
  'a b',
  'http://h',
  'h:80',
  '[::1]',
  '1.2.3.4.5',
  '999.1.1.1',
  '1.2.3',
  '127',
  '-h',
  'h..x',
  'ñ',
  '*',
  '::g',
  '10.0.0.0/8',
];
/** Wrong values that the schema of the setting does not refuse by itself. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: NO_DATABASES,
  MIGRATIONS_DATABASE_URL: NO_DATABASES,
  INGRESS_DATABASE_URL: NO_DATABASES,
  WORKER_DATABASE_URL: NO_DATABASES,
  OPERATOR_DATABASE_URL: NO_DATABASES,
  READER_DATABASE_URL: NO_DATABASES,
  DASHBOARD_DATABASE_URL: NO_DATABASES,
  RETENTION_DATABASE_URL: NO_DATABASES,
  REDIS_URL: NO_REDIS,
  HOST: NO_HOSTS,
  OPS_HOST: NO_HOSTS,
  DASHBOARD_USER: ['a:b', 'a\u202eb', '\u2800', 'señor', ' ana', 'ana '],
  DASHBOARD_PASSWORD: ['short'],
  WATCHED_DIRECTORIES: ['tmp', '/tmp,', ',/tmp', '/tmp, /var'],
  WORKER_QUEUES: [
    'x',
    'batches,',
    ',batches',
    'batches,,pdfs',
    'batches, pdfs',
    'batches;pdfs',
    'Batches',
    'batches,batches',
    'pdfs,remission,pdfs',
  ],
  BOOTSTRAP_API_KEY: [
    'x',
    'org_live_',
    `org_test_${'aB3-_xYz90qWe'.repeat(4)}`,
    `org_live_${'aB3-_xYz90qWe'.repeat(3)}`,
    `${COMPLETE.BOOTSTRAP_API_KEY} `,
    `org_live_${'aB3-_xYz90qWe'.repeat(40)}`,
  ],
  TRUSTED_PROXIES: [
    'x',
    'true',
    '1',
    'proxy.internal',
    '10.0.0.1,',
    ',10.0.0.1',
    '10.0.0.1,,10.0.0.2',
    '10.0.0.1, 10.0.0.2',
    '10.0.0.1 10.0.0.2',
    '10.0.0.256',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/x',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '0.0.0.0/0',
    '0.0.0.0/1',
    '128.0.0.0/1',
    '::ffff:0:0/96',
    '2000::/3',
    '::/0',
    '2001:db8::/129',
    '2001:db8:::',
    '[::1]',
    'fe80::1%eth0',
    '10.0.0.1:80',
    'Loopback',
  ],
  VERIFACTU_PRODUCER_NIF: ['x', 'A12345675', 'a12345674', 'A1234567', 'A123456740', '12345678A', 'ÑÑÑÑÑÑÑÑÑ'],
  S3_ENDPOINT: NO_WEB_ADDRESSES,
  S3_REGION: ['EU', 'eu_south', 'eu south-2', 'eu-south-2/'],
  S3_BUCKET: ['x', 'ab', 'Invoices', 'a_bucket', '-abc', 'abc.', 's3://abc', 'abc/def'],
  SECRETS_DIRECTORY: ['secrets', './secrets', '/nowhere', import.meta.filename],
  AWS_WEB_IDENTITY_TOKEN_FILE: ['token', './token', 'file:///token'],
  AWS_ENDPOINT_URL_STS: NO_WEB_ADDRESSES,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: [
    ...NO_WEB_ADDRESSES,
    'http://credentials.example/',
    'http://169.254.169.254/',
    'http://127.evil.example/',
  ],
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: ['token', './token'],
  AEAT_URL: NO_WEB_ADDRESSES,
  AEAT_SEAL_URL: NO_WEB_ADDRESSES,
  SPFE_URL: NO_WEB_ADDRESSES,
  CERTIFICATE_KEY_PREVIOUS: ['x', KEY.slice(1), `${KEY}=`],
  CERTIFICATE_KEY: ['x', KEY.slice(1), `${KEY} `, KEY.replace('+', '-'), `${KEY}=`],
};

/** Secrets as in examples, which production refuses. */
export const GUESSABLE: Readonly<Record<string, readonly string[]>> = {
  DASHBOARD_PASSWORD: [
    'passwordpassword',
    'Password1234',
    'change-me-now-please'.slice(0, 13),
    'changeme-changeme',
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    '123456789012',
    'your-password-here',
    'admin-password-1',
    'contraseña1234',
  ],
  BOOTSTRAP_API_KEY: [`org_live_${'a'.repeat(43)}`],
  CERTIFICATE_KEY: [`${'A'.repeat(43)}=`],
};

/** Lists the values that must be refused for a setting, by its kind and by its name. */
export function listWrongValues(name: string, setting: Setting): string[] {
  const { minimum, maximum } = setting as Limits;
  const { minLength = 0, maxLength } = setting as { minLength?: number; maxLength?: number };
  return [
    ...ALWAYS_WRONG,
    ...(WRONG[name] ?? []),
    ...(setting.enum ? ['x', 'TEST', ' test', `${setting.enum[0]},${setting.enum[1]}`] : []),
    ...(setting.type === 'boolean' ? ['x', '1', '0', 'TRUE', 'yes', 'true ', 'truefalse', 'null'] : []),
    ...(setting.type === 'integer' ? NO_INTEGERS : []),
    ...(minimum === undefined ? [] : [String(minimum - 1), '-1']),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(minLength > 1 ? ['é'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['é'.repeat(maxLength + 1)]),
  ];
}
