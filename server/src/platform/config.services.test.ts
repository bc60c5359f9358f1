/** Settings of services, which belong together: of logins, traces, S3, Stripe and AI. */
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('settings', () => {
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
})
