import { z } from 'zod'
import { countLimits, timeLimits, uploadLimits } from './contract/limits.ts'

/** A variable that is set to nothing counts as not set. */
const unsetIfBlank = (value: unknown) => (value === '' ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unsetIfBlank, schema.optional())
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string) =>
  z.preprocess((given) => unsetIfBlank(given) ?? value, schema)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().max(65535, 'must be a port number'))

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://chat.example.com' })
  .transform((url) => url.replace(/\/+$/, ''))

/** The APIs are at fixed paths below a host name, so the address can have no path of its own. */
const siteAddress = webAddress.refine((url) => new URL(url).origin === url.toLowerCase(), {
  error: 'must be a bare address without path or credentials, such as https://chat.example.com',
})

const yesOrNo = z
  .enum(['true', 'false'], 'must be "true" or "false"')
  .transform((value): boolean => value === 'true')

const environment = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(port, '9991'),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .refine(URL.canParse, 'must be an address such as postgres://user:password@host:5432/database'),
  ),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')),
  PARLEY_DATA: withDefault(z.string(), './data'),
  PARLEY_UPLOAD_MIB: withDefault(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a number of MiB, at most 2047')
      .transform(Number)
      .pipe(z.int().max(2047, 'must be a number of MiB, at most 2047')),
    String(uploadLimits.fileMib),
  ),
  PARLEY_S3_BUCKET: optional(z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a bucket')),
  PARLEY_S3_ENDPOINT: optional(webAddress),
  PARLEY_S3_REGION: withDefault(
    z.string().regex(/^[\w-]{1,64}$/, 'must be the name of a region, such as us-east-1'),
    'us-east-1',
  ),
  PARLEY_S3_ACCESS_KEY: optional(z.string()),
  PARLEY_S3_SECRET_KEY: optional(z.string()),
  PARLEY_URL: optional(siteAddress),
  PARLEY_TRUST_PROXY: withDefault(yesOrNo, 'false'),
  PARLEY_MODE: withDefault(
    z.enum(['production', 'development'], 'must be "production" or "development"'),
    'production',
  ),
  PARLEY_LOG: withDefault(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be one of silent, error, warn, info, debug'),
    'warn',
  ),
  PARLEY_WEB_PUBLIC_CHANNELS: withDefault(yesOrNo, 'false'),
  PARLEY_RATE_LIMIT: withDefault(
    z
      .string()
      .regex(/^(0|[1-9]\d{0,5})$/, 'must be a number of calls a minute, or 0 for no limit')
      .transform(Number),
    String(countLimits.callsPerMinute),
  ),
  PARLEY_REMOTE_IMAGES: withDefault(yesOrNo, 'false'),
  PARLEY_LINK_PREVIEWS: withDefault(yesOrNo, 'false'),
  PARLEY_BULK_SECONDS: withDefault(
    z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of seconds')
      .transform(Number),
    String(timeLimits.bulkWorkSeconds),
  ),
  PARLEY_MAIL_DOMAIN: optional(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a domain name')),
  PARLEY_SMTP_URL: optional(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', {
        error: 'must be an address such as smtp://user:password@mail.example.com:587',
      }),
  ),
  PARLEY_MAIL_FROM: optional(z.email('must be an email address')),
  PARLEY_MAIL_PORT: optional(port),
  PARLEY_MAIL_HOST: optional(z.string()),
  PARLEY_MAIL_LMTP: optional(yesOrNo),
  PARLEY_JITSI_URL: withDefault(webAddress, 'https://meet.jit.si'),
  PARLEY_ORGANIZATION: withDefault(z.string().max(40, 'must have at most 40 characters'), 'Parley'),
  PARLEY_OWNER_EMAIL: withDefault(z.email('must be an email address'), 'owner@parley.example'),
  PARLEY_OWNER_NAME: withDefault(
    z.string().min(2, 'must have at least 2 characters').max(100, 'must have at most 100 characters'),
    'Owner',
  ),
  PARLEY_OWNER_PASSWORD: optional(
    z.string().min(6, 'must have at least 6 characters').max(100, 'must have at most 100 characters'),
  ),
})

/** The server's configuration, from the environment, checked. */
export interface Config {
  /** Address to listen on. */
  readonly host: string
  readonly port: number
  /** A PostgreSQL server; without it the embedded database in `dataFolder` is used. */
  readonly databaseUrl: string | undefined
  /** A Redis server that carries wake-ups between nodes instead of the database. */
  readonly redisUrl: string | undefined
  /** Where the embedded database, uploaded files and the owner's key file live. */
  readonly dataFolder: string
  /** The most that one uploaded file may have. */
  readonly uploadMib: number
  /** Where files are kept instead of the data folder. */
  readonly bucket: Bucket | undefined
  /** The address under which people reach the root organization, without a slash at its end. */
  readonly publicUrl: string
  /** Whether `publicUrl` was configured: only then does the host name of a request matter. */
  readonly publicUrlIsGiven: boolean
  /**
   * Whether all requests come through a proxy of ours, whose `x-forwarded-host` and
   * `x-forwarded-for` tell what the client asked for and where it is.
   */
  readonly trustsProxy: boolean
  /** Whether organizations may open channels to visitors without an account. */
  readonly webPublicChannels: boolean
  /** REST calls that a user may make in a minute, of each process; 0 for any number. */
  readonly callsPerMinute: number
  /** Whether messages show images, videos and sounds of other servers, which this one then fetches for its readers. */
  readonly showsRemoteImages: boolean
  /** Whether organizations may have previews of linked pages, which this server then fetches. */
  readonly showsLinkPreviews: boolean
  /** Work that one request may do on many messages before it answers that there is more. */
  readonly bulkWorkSeconds: number
  /** The domain of the addresses by which people mail to channels. */
  readonly mailDomain: string
  /** The mail server that takes this server's mail, and its sender; undefined when none is sent. */
  readonly sentMail: { readonly url: string; readonly from: string } | undefined
  /** Where mail to channels comes in; undefined when none is received. */
  readonly mailListener: MailListenerConfig | undefined
  /** Where video calls take place unless an organization has a Jitsi server of its own. */
  readonly jitsiUrl: string
  /** Development servers hand out API keys without a password (dev_fetch_api_key). */
  readonly isDevelopment: boolean
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** What the first start makes. */
  readonly firstOrganization: {
    readonly name: string
    readonly ownerEmail: string
    readonly ownerName: string
    /** Drawn at random when not given. */
    readonly ownerPassword: string | undefined
  }
}

/** Where a mail server hands over mail to channels, and by which protocol. */
export interface MailListenerConfig {
  readonly host: string
  readonly port: number
  /** LMTP, which answers for each recipient, instead of SMTP. */
  readonly isLmtp: boolean
}

/** A bucket of an S3-compatible server. */
export interface Bucket {
  readonly name: string
  /** The server's address; undefined for AWS itself. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined leaves finding them to the client: its own environment, profile, or the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** A wrong environment variable; its message is a sentence that names the variable and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** None of these values belongs on a terminal. */
const secret = ['DATABASE_URL', 'PARLEY_SMTP_URL', 'PARLEY_OWNER_PASSWORD', 'PARLEY_S3_SECRET_KEY']

function shown(variable: string, env: Readonly<Record<string, string | undefined>>): string {
  return secret.includes(variable) ? '' : `, but is "${env[variable]}"`
}

function bucketOf(given: z.output<typeof environment>): Bucket | undefined {
  const { PARLEY_S3_ACCESS_KEY: accessKeyId, PARLEY_S3_SECRET_KEY: secretAccessKey } = given
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const missing = accessKeyId === undefined ? 'PARLEY_S3_ACCESS_KEY' : 'PARLEY_S3_SECRET_KEY'
    throw new ConfigError(`${missing} is missing: the two keys of the bucket belong together.`)
  }
  if (given.PARLEY_S3_BUCKET === undefined) {
    // Files would be kept on this disk, and whoever set these variables would not know.
    if (accessKeyId === undefined && given.PARLEY_S3_ENDPOINT === undefined) return undefined
    throw new ConfigError('PARLEY_S3_BUCKET is missing: other variables tell of a bucket.')
  }
  return {
    name: given.PARLEY_S3_BUCKET,
    endpoint: given.PARLEY_S3_ENDPOINT,
    region: given.PARLEY_S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  }
}

function sentMailOf(given: z.output<typeof environment>, mailDomain: string): Config['sentMail'] {
  const { PARLEY_SMTP_URL: url, PARLEY_MAIL_FROM: from } = given
  if (url !== undefined) return { url, from: from ?? `noreply@${mailDomain}` }
  if (from === undefined) return undefined
  throw new ConfigError('PARLEY_SMTP_URL is missing: PARLEY_MAIL_FROM tells of mail that is sent.')
}

function mailListenerOf(given: z.output<typeof environment>): MailListenerConfig | undefined {
  const { PARLEY_MAIL_PORT: port, PARLEY_MAIL_HOST: host, PARLEY_MAIL_LMTP: isLmtp } = given
  if (port !== undefined) return { port, host: host ?? given.HOST, isLmtp: isLmtp ?? false }
  if (host === undefined && isLmtp === undefined) return undefined
  const other = host === undefined ? 'PARLEY_MAIL_LMTP' : 'PARLEY_MAIL_HOST'
  throw new ConfigError(`PARLEY_MAIL_PORT is missing: ${other} tells of mail that is received.`)
}

/**
 * Reads the configuration.
 *
 * @throws ConfigError for the first variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const result = environment.safeParse(env)
  if (!result.success) {
    const [issue] = result.error.issues
    const variable = String(issue?.path[0])
    throw new ConfigError(`${variable} is wrong: it ${issue?.message}${shown(variable, env)}.`)
  }
  const given = result.data
  const publicUrl = given.PARLEY_URL ?? `http://localhost:${given.PORT}`
  const mailDomain = given.PARLEY_MAIL_DOMAIN ?? new URL(publicUrl).hostname
  return {
    host: given.HOST,
    port: given.PORT,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    dataFolder: given.PARLEY_DATA,
    uploadMib: given.PARLEY_UPLOAD_MIB,
    bucket: bucketOf(given),
    publicUrl,
    publicUrlIsGiven: given.PARLEY_URL !== undefined,
    trustsProxy: given.PARLEY_TRUST_PROXY,
    webPublicChannels: given.PARLEY_WEB_PUBLIC_CHANNELS,
    callsPerMinute: given.PARLEY_RATE_LIMIT,
    showsRemoteImages: given.PARLEY_REMOTE_IMAGES,
    showsLinkPreviews: given.PARLEY_LINK_PREVIEWS,
    bulkWorkSeconds: given.PARLEY_BULK_SECONDS,
    mailDomain,
    sentMail: sentMailOf(given, mailDomain),
    mailListener: mailListenerOf(given),
    jitsiUrl: given.PARLEY_JITSI_URL,
    isDevelopment: given.PARLEY_MODE === 'development',
    logLevel: given.PARLEY_LOG,
    firstOrganization: {
      name: given.PARLEY_ORGANIZATION,
      ownerEmail: given.PARLEY_OWNER_EMAIL,
      ownerName: given.PARLEY_OWNER_NAME,
      ownerPassword: given.PARLEY_OWNER_PASSWORD,
    },
  }
}
