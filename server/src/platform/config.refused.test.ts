/** Settings that are refused, each by its name and with what is expected. */
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

describe('settings', () => {
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
})
