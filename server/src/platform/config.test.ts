import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { folderOfTest } from '../testing/test-folder.ts'
import { loadDotEnv, readConfig } from './config.ts'

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
