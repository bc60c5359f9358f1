import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { folderOfTest } from '../testing/test-folder.ts'
import { loadDotEnv, readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

const DEFAULTS = {
  port: 5000,
  host: '127.0.0.1',
  trustedProxies: [],
  dataFolder: './data',
  logLevel: 'warn',
  admin: { username: 'admin', password: null },
  databaseUrl: null,
  publicUrl: null,
  role: 'all',
  drainMs: 0,
  workerKinds: null,
  graph: null,
  graphServer: { url: 'https://graph.facebook.com', version: 'v25.0', callsPerHour: 200 },
  airtable: null,
  graphTokenExpiresAt: null,
  apify: null,
  apifyServer: { url: 'https://api.apify.com', callsPerHour: 360 },
  ai: null,
  aiCallsPerDay: 200,
  driveFolder: resolve('data/reels'),
  google: null,
  instagramLogin: null,
  facebookLogin: null,
  stripe: null,
  s3: null,
  secrets: [],
  render: { concurrency: 1, ffmpegPath: null },
  encryptionKey: null,
  chromiumPath: null,
  mail: { settings: null, problem: null },
  metricsToken: null,
  sendsTraces: false,
  webhooks: { allowsPrivate: false },
  given: new Set(),
  session: { idleMs: 86_400_000, maxMs: 604_800_000 },
}

describe('settings', () => {
  test('have defaults, also where they are there but empty', () => {
    expect(readConfig({})).toEqual(DEFAULTS)
    const empty = {
      PORT: '',
      HOST: '',
      TRUST_PROXY: '',
      DATA_DIR: '',
      LOG_LEVEL: '',
      ADMIN_USERNAME: '',
      ADMIN_PASSWORD: '',
    }
    expect(readConfig({ ...empty, DATABASE_URL: '', SESSION_IDLE_MINUTES: '', SESSION_MAX_MINUTES: '' })).toEqual(
      DEFAULTS,
    )
  })

  test('are read as they are meant', () => {
    expect(
      readConfig({
        PORT: '0',
        HOST: '0.0.0.0',
        TRUST_PROXY: '10.0.0.0/8, 192.168.1.1 ,fd00::/8',
        PUBLIC_URL: 'https://Tangelo.example:443/',
        DATA_DIR: '/srv/tangelo',
        LOG_LEVEL: 'debug',
        ADMIN_USERNAME: ' Boss ',
        ADMIN_PASSWORD: ' spaces count ',
        DATABASE_URL: 'postgresql://me:secret@db:5432/tangelo',
        ROLE: 'worker',
        WORKER_KINDS: 'render-reel, make-report',
        DRAIN_SECONDS: '7',
        METRICS_TOKEN: 'sample-token-of-metrics',
        GRAPH_API_URL: 'http://127.0.0.1:4000/',
        GRAPH_API_VERSION: 'v26.0',
        GRAPH_IG_USER_ID: '17841405309211844',
        GRAPH_ACCESS_TOKEN: 'EAAsampletoken',
        GRAPH_CALLS_PER_HOUR: '4800',
        GRAPH_TOKEN_EXPIRES: '2027-01-31',
        APIFY_TOKEN: 'apify_api_sample',
        AIRTABLE_TOKEN: 'patsample.0123',
        AIRTABLE_BASE_ID: 'app00000000000001',
        DRIVE_DIR: '/srv/pictures',
        GOOGLE_CLIENT_ID: 'sample.apps.googleusercontent.com',
        GOOGLE_CLIENT_SECRET: 'GOCSPX-sample',
        GOOGLE_API_URL: 'http://127.0.0.1:4001/',
        FACEBOOK_APP_ID: '990600000000002',
        FACEBOOK_APP_SECRET: 'sample-app-secret',
        GRAPH_UPLOAD_URL: 'http://127.0.0.1:4003/',
        S3_ENDPOINT: 'https://s3.example/',
        S3_BUCKET: 'our.media-1',
        S3_REGION: 'auto',
        S3_ACCESS_KEY_ID: 'AKIASAMPLE',
        S3_SECRET_ACCESS_KEY: 'sample/secret+key',
        AI_CALLS_PER_DAY: '40',
        OPENAI_API_KEY: 'sk-sample',
        STRIPE_SECRET_KEY: 'sk_test_sample',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_sample',
        STRIPE_API_URL: 'http://127.0.0.1:4002/',
        RENDER_CONCURRENCY: '2',
        FFMPEG_PATH: '/opt/ffmpeg',
        ENCRYPTION_KEY: 'Ab'.repeat(32),
        WEBHOOK_ALLOW_PRIVATE: 'true',
        SESSION_IDLE_MINUTES: '30',
        SESSION_MAX_MINUTES: '1.5',
        PATH: '/usr/bin',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      trustedProxies: ['10.0.0.0/8', '192.168.1.1', 'fd00::/8'],
      publicUrl: 'https://tangelo.example',
      dataFolder: '/srv/tangelo',
      logLevel: 'debug',
      admin: { username: 'Boss', password: ' spaces count ' },
      databaseUrl: 'postgresql://me:secret@db:5432/tangelo',
      role: 'worker',
      drainMs: 7_000,
      workerKinds: ['render-reel', 'make-report'],
      metricsToken: 'sample-token-of-metrics',
      sendsTraces: false,
      graph: {
        url: 'http://127.0.0.1:4000',
        version: 'v26.0',
        ownId: '17841405309211844',
        token: 'EAAsampletoken',
        callsPerHour: 4_800,
      },
      graphServer: { url: 'http://127.0.0.1:4000', version: 'v26.0', callsPerHour: 4_800 },
      graphTokenExpiresAt: Date.UTC(2027, 0, 31),
      apify: { url: 'https://api.apify.com', token: 'apify_api_sample', callsPerHour: 360 },
      apifyServer: { url: 'https://api.apify.com', callsPerHour: 360 },
      airtable: { url: 'https://api.airtable.com', token: 'patsample.0123', baseId: 'app00000000000001' },
      ai: { url: 'https://api.openai.com/v1', key: 'sk-sample', model: 'gpt-4o-mini' },
      aiCallsPerDay: 40,
      stripe: {
        apiUrl: 'http://127.0.0.1:4002',
        secretKey: 'sk_test_sample',
        publishableKey: 'pk_test_sample',
        webhookSecret: null,
      },
      driveFolder: '/srv/pictures',
      google: {
        clientId: 'sample.apps.googleusercontent.com',
        clientSecret: 'GOCSPX-sample',
        accountsUrl: 'https://accounts.google.com',
        oauthUrl: 'https://oauth2.googleapis.com',
        apiUrl: 'http://127.0.0.1:4001',
      },
      instagramLogin: null,
      facebookLogin: {
        appId: '990600000000002',
        appSecret: 'sample-app-secret',
        wwwUrl: 'https://www.facebook.com',
        graphUrl: 'http://127.0.0.1:4000',
        uploadUrl: 'http://127.0.0.1:4003',
        version: 'v26.0',
      },
      s3: {
        endpoint: 'https://s3.example',
        bucket: 'our.media-1',
        region: 'auto',
        accessKeyId: 'AKIASAMPLE',
        secretAccessKey: 'sample/secret+key',
      },
      secrets: [
        ' spaces count ',
        'postgresql://me:secret@db:5432/tangelo',
        'sample-token-of-metrics',
        'EAAsampletoken',
        'apify_api_sample',
        'patsample.0123',
        'sample.apps.googleusercontent.com',
        'GOCSPX-sample',
        'sample-app-secret',
        'https://s3.example/',
        'AKIASAMPLE',
        'sample/secret+key',
        'sk-sample',
        'sk_test_sample',
        'Ab'.repeat(32),
      ],
      render: { concurrency: 2, ffmpegPath: '/opt/ffmpeg' },
      encryptionKey: Buffer.from('ab'.repeat(32), 'hex'),
      chromiumPath: null,
      mail: { settings: null, problem: null },
      webhooks: { allowsPrivate: true },
      given: expect.any(Set),
      session: { idleMs: 1_800_000, maxMs: 90_000 },
    })
  })

  test.each([
    ['PORT', 'http', '"http"', 'a port from 0 to 65535'],
    ['PORT', '65536', '"65536"', 'a port from 0 to 65535'],
    ['PORT', '-1', '"-1"', 'a port from 0 to 65535'],
    ['PORT', '80.5', '"80.5"', 'a port from 0 to 65535'],
    ['ROLE', 'boss', '"boss"', 'one of all, api, worker'],
    ['GRAPH_ACCESS_TOKEN', 'with space', '"…"', 'a token of at least 8 characters, without spaces'],
    ['APIFY_TOKEN', 'short', '"…"', 'a token of at least 8 characters, without spaces'],
    ['AIRTABLE_TOKEN', 'short', '"…"', 'a token of at least 8 characters, without spaces'],
    ['AIRTABLE_BASE_ID', 'tbl1', '"tbl1"', 'app and 14 letters or digits, as in the address of the base'],
    ['INSTAGRAM_APP_ID', 'app', '"app"', 'the digits of the id of your application'],
    ['FACEBOOK_APP_SECRET', 'short', '"…"', 'a secret of at least 8 characters, without spaces'],
    ['GOOGLE_CLIENT_ID', 'with space', '"…"', 'a client id of at least 8 characters, without spaces'],
    ['GOOGLE_CLIENT_SECRET', 'short', '"…"', 'a client secret of at least 8 characters, without spaces'],
    ['GOOGLE_API_URL', 'ftp://drive', '"ftp://drive"', 'an address like https://www.googleapis.com'],
    [
      'S3_ENDPOINT',
      'https://me:secret@s3.example',
      '"…"',
      'an address like https://s3.eu-central-1.amazonaws.com, without the bucket',
    ],
    ['S3_BUCKET', 'a/b', '"a/b"', 'the name of a bucket: 3 to 63 letters, digits, dots and hyphens'],
    ['S3_REGION', 'EU Central', '"EU Central"', 'the name of a region like eu-central-1'],
    ['S3_ACCESS_KEY_ID', 'with space', '"…"', 'a key of at least 3 characters, without spaces'],
    ['S3_SECRET_ACCESS_KEY', 'x y z w', '"…"', 'a key of at least 3 characters, without spaces'],
    ['OPENAI_API_KEY', 'with space', '"…"', 'a key of at least 3 characters, without spaces'],
    ['OPENAI_BASE_URL', 'localhost:11434', '"localhost:11434"', 'an address like https://api.openai.com/v1'],
    ['OPENAI_MODEL', 'a model', '"a model"', 'the name of a model like gpt-4o-mini, without spaces'],
    ['STRIPE_SECRET_KEY', 'pk_test_sample', '"…"', 'a secret key that begins with sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_sample', '"…"', 'a publishable key that begins with pk_'],
    [
      'STRIPE_WEBHOOK_SECRET',
      'sk_test_sample',
      '"…"',
      'the signing secret of the webhook endpoint, which begins with whsec_',
    ],
    ['STRIPE_API_URL', 'stripe', '"stripe"', 'an address like https://api.stripe.com'],
    ['ENCRYPTION_KEY', 'ab', '"…"', '64 hexadecimal digits, as from: openssl rand -hex 32'],
    ['METRICS_TOKEN', 'too-short', '"…"', 'a token of at least 16 characters, without spaces'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes', '"yes"', 'true or false'],
    ['GRAPH_API_URL', 'ftp://x', '"ftp://x"', 'an address like https://graph.facebook.com'],
    ['GRAPH_CALLS_PER_HOUR', '0', '"0"', 'a number of calls above 0'],
    ['RENDER_CONCURRENCY', '0', '"0"', 'a whole number from 1 to 8'],
    ['RENDER_CONCURRENCY', '9', '"9"', 'a whole number from 1 to 8'],
    ['RENDER_CONCURRENCY', '1.5', '"1.5"', 'a whole number from 1 to 8'],
    ['LOG_LEVEL', 'loud', '"loud"', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY', 'everybody', '"everybody"', 'addresses or ranges like 10.0.0.0/8, separated by commas'],
    [
      'PUBLIC_URL',
      'tangelo.example',
      '"tangelo.example"',
      'an address like https://tangelo.example.org, without a path',
    ],
    [
      'PUBLIC_URL',
      'https://tangelo.example/app',
      '"https://tangelo.example/app"',
      'an address like https://tangelo.example.org, without a path',
    ],
    ['TRUST_PROXY', '10.0.0.0/33', '"10.0.0.0/33"', 'addresses or ranges like 10.0.0.0/8, separated by commas'],
    ['TRUST_PROXY', '10.0.0.1,10.0.0', '"10.0.0.1,10.0.0"', 'addresses or ranges like 10.0.0.0/8, separated by commas'],
    ['ADMIN_USERNAME', '   ', '"   "', 'a name of 1 to 64 characters'],
    ['ADMIN_USERNAME', 'x'.repeat(65), `"${'x'.repeat(65)}"`, 'a name of 1 to 64 characters'],
    ['ADMIN_PASSWORD', 'short', '"…"', 'at least 8 characters'],
    ['ADMIN_PASSWORD', 'x1'.repeat(129), '"…"', 'at most 256 characters'],
    ['ADMIN_PASSWORD', 'Password1', '"…"', 'other than the ones that guessing programs try first'],
    ['DATABASE_URL', 'mysql://me:secret@db/x', '"…"', 'an address like postgres://user:password@host:5432/name'],
    ['SESSION_IDLE_MINUTES', '0', '"0"', 'a number of minutes above 0'],
    ['SESSION_IDLE_MINUTES', 'a day', '"a day"', 'a number of minutes above 0'],
    ['SESSION_MAX_MINUTES', '-5', '"-5"', 'a number of minutes above 0'],
    ['SESSION_MAX_MINUTES', 'Infinity', '"Infinity"', 'a number of minutes above 0'],
  ])('refuse %s=%s with its name and what is expected', (name, value, shown, expected) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartRefused)
    expect(read).toThrow(`${name} is ${shown}, but must be ${expected}: correct it in the environment or in .env.`)
  })

  test('of a login with half of its application are refused by name', () => {
    expect(() => readConfig({ INSTAGRAM_APP_ID: '990600000000001' })).toThrow(/^INSTAGRAM_APP_SECRET is not set/)
    expect(() => readConfig({ FACEBOOK_APP_SECRET: 'sample-app-secret' })).toThrow(/^FACEBOOK_APP_ID is not set/)
  })

  test('of OpenTelemetry: an endpoint sends traces, unless they are switched off', () => {
    const sends = (environment: NodeJS.ProcessEnv) => readConfig(environment).sendsTraces
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
    expect(sends({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true)
    expect(sends({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` })).toBe(true)
    expect(sends({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(false)
    expect(sends({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe(false)
    expect(sends({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBe(false)
    const secrets = readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a-sample-of-one' }).secrets
    expect(secrets).toEqual(['api-key=a-sample-of-one'])
  })

  test('of S3 are there together, or not at all', () => {
    const all = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'AKIASAMPLE',
      S3_SECRET_ACCESS_KEY: 'sample/secret+key',
    }
    expect(readConfig(all).s3).toMatchObject({ bucket: 'media', region: 'us-east-1' })
    expect(readConfig({ S3_REGION: 'eu-west-1' }).s3).toBeNull()
    const rest = 'set all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or none.'
    expect(() => readConfig({ ...all, S3_BUCKET: '' })).toThrow(
      `S3_BUCKET is not set, but needed to keep pictures and videos in S3: ${rest}`,
    )
    expect(() => readConfig({ S3_ENDPOINT: all.S3_ENDPOINT, S3_BUCKET: 'media' })).toThrow(
      `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, but needed to keep pictures and videos in S3: ${rest}`,
    )
  })

  test('of Stripe: both keys, or none; events need a secret of their own', () => {
    const keys = { STRIPE_SECRET_KEY: 'rk_live_sample', STRIPE_PUBLISHABLE_KEY: 'pk_live_sample' }
    expect(readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_sample' }).stripe).toEqual({
      apiUrl: 'https://api.stripe.com',
      secretKey: 'rk_live_sample',
      publishableKey: 'pk_live_sample',
      webhookSecret: 'whsec_sample',
    })
    const rest =
      'is not set, but needed to take payments with Stripe: set both STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or none.'
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: '' })).toThrow(`STRIPE_SECRET_KEY ${rest}`)
    expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: '' })).toThrow(`STRIPE_PUBLISHABLE_KEY ${rest}`)
  })

  test('of AI: a key is enough, and so is the address of a server that wants none', () => {
    const url = 'http://127.0.0.1:11434/v1'
    expect(readConfig({ OPENAI_BASE_URL: `${url}/`, OPENAI_MODEL: 'llava' }).ai).toEqual({
      url,
      key: null,
      model: 'llava',
    })
    expect(readConfig({ OPENAI_MODEL: 'llava' }).ai).toBeNull()
  })

  test('come from .env, if there is one; what the environment says wins', () => {
    const folder = folderOfTest()
    vi.stubEnv('PORT', '7000')
    vi.stubEnv('LOG_LEVEL', undefined)
    loadDotEnv(join(folder, '.env'))
    expect(readConfig().logLevel).toBe('warn')
    writeFileSync(join(folder, '.env'), 'PORT=6000\nLOG_LEVEL=error # quiet\n')
    loadDotEnv(join(folder, '.env'))
    expect(readConfig()).toMatchObject({ port: 7000, logLevel: 'error' })
    vi.unstubAllEnvs()
  })
})
