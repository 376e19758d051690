import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 9991,
      databaseUrl: undefined,
      redisUrl: undefined,
      dataFolder: './data',
      publicUrl: 'http://localhost:9991',
      publicUrlIsGiven: false,
      trustsProxy: false,
      webPublicChannels: false,
      uploadMib: 100,
      bucket: undefined,
      sentMail: undefined,
      mailListener: undefined,
      isDevelopment: false,
      logLevel: 'warn',
      firstOrganization: { name: 'Parley', ownerEmail: 'owner@parley.example', ownerName: 'Owner' },
    })
  })

  it('takes a variable that is set to nothing as not set', () => {
    const blank = Object.fromEntries(['PORT', 'DATABASE_URL', 'PARLEY_URL'].map((name) => [name, '']))
    expect(readConfig({ ...blank, PARLEY_MODE: '', PARLEY_TRUST_PROXY: '' })).toEqual(readConfig({}))
  })

  it('reads every variable', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '8080',
        DATABASE_URL: 'postgres://parley@db.example/parley',
        REDIS_URL: 'redis://cache.example',
        PARLEY_DATA: '/srv/parley',
        PARLEY_UPLOAD_MIB: '2047',
        PARLEY_S3_BUCKET: 'chat-files',
        PARLEY_S3_ENDPOINT: 'http://127.0.0.1:9000/',
        PARLEY_S3_REGION: 'eu-central-1',
        PARLEY_S3_ACCESS_KEY: 'an id',
        PARLEY_S3_SECRET_KEY: 'a secret',
        PARLEY_URL: 'https://chat.example.com/',
        PARLEY_TRUST_PROXY: 'true',
        PARLEY_WEB_PUBLIC_CHANNELS: 'true',
        PARLEY_RATE_LIMIT: '1000',
        PARLEY_BULK_SECONDS: '20',
        PARLEY_MAIL_DOMAIN: 'mail.example.com',
        PARLEY_SMTP_URL: 'smtps://chat:secret@smtp.example.com',
        PARLEY_MAIL_FROM: 'chat@example.com',
        PARLEY_MAIL_PORT: '2525',
        PARLEY_MAIL_HOST: '10.0.0.1',
        PARLEY_MAIL_LMTP: 'true',
        PARLEY_JITSI_URL: 'https://calls.example.com/',
        PARLEY_MODE: 'development',
        PARLEY_LOG: 'silent',
        PARLEY_ORGANIZATION: 'Harbour',
        PARLEY_OWNER_EMAIL: 'ida@example.com',
        PARLEY_OWNER_NAME: 'Ida',
        PARLEY_OWNER_PASSWORD: 'correct horse',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      databaseUrl: 'postgres://parley@db.example/parley',
      redisUrl: 'redis://cache.example',
      dataFolder: '/srv/parley',
      uploadMib: 2047,
      bucket: {
        name: 'chat-files',
        endpoint: 'http://127.0.0.1:9000',
        region: 'eu-central-1',
        credentials: { accessKeyId: 'an id', secretAccessKey: 'a secret' },
      },
      publicUrl: 'https://chat.example.com',
      publicUrlIsGiven: true,
      trustsProxy: true,
      webPublicChannels: true,
      callsPerMinute: 1000,
      bulkWorkSeconds: 20,
      mailDomain: 'mail.example.com',
      sentMail: { url: 'smtps://chat:secret@smtp.example.com', from: 'chat@example.com' },
      mailListener: { port: 2525, host: '10.0.0.1', isLmtp: true },
      jitsiUrl: 'https://calls.example.com',
      isDevelopment: true,
      logLevel: 'silent',
      firstOrganization: {
        name: 'Harbour',
        ownerEmail: 'ida@example.com',
        ownerName: 'Ida',
        ownerPassword: 'correct horse',
      },
    })
  })

  it.each([
    ['PORT', '99999', 'PORT is wrong: it must be a port number, but is "99999".'],
    ['PORT', 'http', 'PORT is wrong: it must be a port number, but is "http".'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL is wrong: it must begin with postgres:// or postgresql://.'],
    [
      'DATABASE_URL',
      'postgres://user:pass word@:x/',
      'DATABASE_URL is wrong: it must be an address such as postgres://user:password@host:5432/database.',
    ],
    ['REDIS_URL', 'http://x', /^REDIS_URL is wrong: it must begin with redis:\/\/ or rediss:\/\//],
    [
      'PARLEY_URL',
      'chat.example.com',
      'PARLEY_URL is wrong: it must be an http or https address such as https://chat.example.com, but is "chat.example.com".',
    ],
    ['PARLEY_URL', 'ftp://chat.example.com', /^PARLEY_URL is wrong: it must be an http or https address/],
    [
      'PARLEY_URL',
      'https://example.com/chat',
      /^PARLEY_URL is wrong: it must be a bare address without path/,
    ],
    ['PARLEY_URL', 'https://me@example.com', /^PARLEY_URL is wrong: it must be a bare address without path/],
    ...['0', '2048', '10000', '-1', '1.5', 'ten', ' 5'].map((value): [string, string, string] => [
      'PARLEY_UPLOAD_MIB',
      value,
      `PARLEY_UPLOAD_MIB is wrong: it must be a number of MiB, at most 2047, but is "${value}".`,
    ]),
    [
      'PARLEY_S3_BUCKET',
      'my files',
      'PARLEY_S3_BUCKET is wrong: it must be the name of a bucket, but is "my files".',
    ],
    ['PARLEY_S3_BUCKET', 'files/chat', /^PARLEY_S3_BUCKET is wrong: it must be the name of a bucket/],
    ['PARLEY_S3_ENDPOINT', 'minio:9000', /^PARLEY_S3_ENDPOINT is wrong: it must be an http or https address/],
    ['PARLEY_S3_ENDPOINT', 's3://files', /^PARLEY_S3_ENDPOINT is wrong: it must be an http or https address/],
    ['PARLEY_S3_ENDPOINT', 'http://127.0.0.1:9000', /^PARLEY_S3_BUCKET is missing: other variables/],
    ['PARLEY_S3_REGION', 'eu central', /^PARLEY_S3_REGION is wrong: it must be the name of a region/],
    ['PARLEY_S3_ACCESS_KEY', 'an id', /^PARLEY_S3_SECRET_KEY is missing: the two keys/],
    ['PARLEY_S3_SECRET_KEY', 'a secret', /^PARLEY_S3_ACCESS_KEY is missing: the two keys/],
    ['PARLEY_TRUST_PROXY', 'yes', 'PARLEY_TRUST_PROXY is wrong: it must be "true" or "false", but is "yes".'],
    ['PARLEY_RATE_LIMIT', 'many', /^PARLEY_RATE_LIMIT is wrong: it must be a number of calls a minute, or 0/],
    ['PARLEY_BULK_SECONDS', '-1', /^PARLEY_BULK_SECONDS is wrong: it must be a number of seconds/],
    ['PARLEY_MAIL_DOMAIN', 'a b', /^PARLEY_MAIL_DOMAIN is wrong: it must be a domain name/],
    [
      'PARLEY_SMTP_URL',
      'mail.example.com',
      'PARLEY_SMTP_URL is wrong: it must begin with smtp:// or smtps://.',
    ],
    ['PARLEY_SMTP_URL', 'smtp://', /^PARLEY_SMTP_URL is wrong: it must be an address such as smtp:/],
    [
      'PARLEY_SMTP_URL',
      'smtp://user:pass word@:x',
      /^PARLEY_SMTP_URL is wrong: it must be an address such as smtp:\/\/user:password@mail.example.com:587.$/,
    ],
    ['PARLEY_MAIL_FROM', 'Chat', /^PARLEY_MAIL_FROM is wrong: it must be an email address, but is "Chat"/],
    ['PARLEY_MAIL_FROM', 'chat@example.com', /^PARLEY_SMTP_URL is missing: PARLEY_MAIL_FROM tells/],
    ['PARLEY_MAIL_PORT', 'smtp', 'PARLEY_MAIL_PORT is wrong: it must be a port number, but is "smtp".'],
    ['PARLEY_MAIL_HOST', '0.0.0.0', /^PARLEY_MAIL_PORT is missing: PARLEY_MAIL_HOST tells/],
    ['PARLEY_MAIL_LMTP', 'yes', /^PARLEY_MAIL_LMTP is wrong: it must be "true" or "false"/],
    ['PARLEY_MAIL_LMTP', 'true', /^PARLEY_MAIL_PORT is missing: PARLEY_MAIL_LMTP tells/],
    ['PARLEY_WEB_PUBLIC_CHANNELS', '1', /^PARLEY_WEB_PUBLIC_CHANNELS is wrong: it must be "true" or "false"/],
    ['PARLEY_JITSI_URL', 'meet', /^PARLEY_JITSI_URL is wrong: it must be an http or https address/],
    ['PARLEY_MODE', 'dev', 'PARLEY_MODE is wrong: it must be "production" or "development", but is "dev".'],
    ['PARLEY_LOG', 'loud', /^PARLEY_LOG is wrong: it must be one of silent, error, warn, info, debug/],
    ['PARLEY_ORGANIZATION', 'x'.repeat(41), /^PARLEY_ORGANIZATION is wrong: it must have at most 40/],
    [
      'PARLEY_OWNER_EMAIL',
      'owner',
      'PARLEY_OWNER_EMAIL is wrong: it must be an email address, but is "owner".',
    ],
    ['PARLEY_OWNER_NAME', 'x', /^PARLEY_OWNER_NAME is wrong: it must have at least 2 characters/],
    ['PARLEY_OWNER_NAME', 'x'.repeat(101), /^PARLEY_OWNER_NAME is wrong: it must have at most 100/],
    ['PARLEY_OWNER_PASSWORD', 'short', 'PARLEY_OWNER_PASSWORD is wrong: it must have at least 6 characters.'],
  ])('refuses %s=%s with a sentence', (variable, value, sentence) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })

  it('leaves the keys of a bucket to its client, and wants the bucket for keys', () => {
    expect(readConfig({ PARLEY_S3_BUCKET: 'files' }).bucket).toEqual({
      name: 'files',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
    })
    const keys = { PARLEY_S3_ACCESS_KEY: 'an id', PARLEY_S3_SECRET_KEY: 'a secret' }
    expect(() => readConfig(keys)).toThrow('PARLEY_S3_BUCKET is missing: other variables tell of a bucket.')
  })

  it('has defaults for mail that follow from others', () => {
    const { sentMail, mailListener } = readConfig({
      PARLEY_URL: 'https://chat.example.com',
      PARLEY_SMTP_URL: 'smtp://localhost',
      PARLEY_MAIL_PORT: '2525',
      HOST: '0.0.0.0',
    })
    expect(sentMail?.from).toBe('noreply@chat.example.com')
    expect(mailListener).toEqual({ port: 2525, host: '0.0.0.0', isLmtp: false })
  })

  it('shows no secret in a refusal', () => {
    const env = { PARLEY_S3_BUCKET: 'files', PARLEY_S3_SECRET_KEY: 'hush' }
    expect(() => readConfig(env)).toThrow(/^(?!.*hush)/)
  })
})
