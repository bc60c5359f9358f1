/** What the settings say of services outside: where they are, and what opens them. */
import type { Settings } from './settings.ts'
import { StartRefused } from './start-refused.ts'

export interface VendorConfig {
  /** Null where the settings that it needs are not all there. */
  graph: { url: string; version: string; ownId: string; token: string; callsPerHour: number } | null
  /** Where the sources are and how often they may be called, also by connections that are added later. */
  graphServer: { url: string; version: string; callsPerHour: number }
  apifyServer: { url: string; callsPerHour: number }
  /** When the token of the Graph API ends, for a warning in time; null where that is not said. */
  graphTokenExpiresAt: number | null
  /** Logins with which owners connect their accounts; null where an application is not set. */
  instagramLogin: {
    appId: string
    appSecret: string
    wwwUrl: string
    oauthUrl: string
    graphUrl: string
    version: string
  } | null
  facebookLogin: {
    appId: string
    appSecret: string
    wwwUrl: string
    graphUrl: string
    uploadUrl: string
    version: string
  } | null
  apify: { url: string; token: string; callsPerHour: number } | null
  airtable: { url: string; token: string; baseId: string } | null
  /** Who writes texts; null for what is built in. `key` null for a server that wants none. */
  ai: { url: string; key: string | null; model: string } | null
  google: {
    clientId: string
    clientSecret: string
    /** The provider's page on which users allow access. */
    accountsUrl: string
    /** Where codes become tokens. */
    oauthUrl: string
    apiUrl: string
  } | null
  /**
   * The payment provider; null for the sandbox, which charges no card. Without `webhookSecret` no events are accepted.
   */
  stripe: { apiUrl: string; secretKey: string; publishableKey: string; webhookSecret: string | null } | null
  /** Where pictures and videos are kept; null for the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
}

/** Throws `StartRefused` where only a part of what belongs together is set. */
export function vendorsIn(settings: Settings): VendorConfig {
  const graphServer = {
    url: settings.GRAPH_API_URL,
    version: settings.GRAPH_API_VERSION,
    callsPerHour: settings.GRAPH_CALLS_PER_HOUR,
  }
  const apifyServer = { url: settings.APIFY_API_URL, callsPerHour: settings.APIFY_CALLS_PER_HOUR }
  return {
    graph:
      settings.GRAPH_ACCESS_TOKEN && settings.GRAPH_IG_USER_ID
        ? {
            ...graphServer,
            ownId: settings.GRAPH_IG_USER_ID,
            token: settings.GRAPH_ACCESS_TOKEN,
          }
        : null,
    graphServer,
    apifyServer,
    graphTokenExpiresAt: settings.GRAPH_TOKEN_EXPIRES ? Date.parse(settings.GRAPH_TOKEN_EXPIRES) : null,
    instagramLogin: instagramLoginIn(settings),
    facebookLogin: facebookLoginIn(settings),
    apify: settings.APIFY_TOKEN ? { ...apifyServer, token: settings.APIFY_TOKEN } : null,
    airtable:
      settings.AIRTABLE_TOKEN && settings.AIRTABLE_BASE_ID
        ? { url: settings.AIRTABLE_API_URL, token: settings.AIRTABLE_TOKEN, baseId: settings.AIRTABLE_BASE_ID }
        : null,
    ai: aiIn(settings),
    google: googleIn(settings),
    stripe: stripeIn(settings),
    s3: s3In(settings),
  }
}

/** A key is enough for the vendor; another server is named by its address and may want no key. */
function aiIn({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL: model }: Settings): VendorConfig['ai'] {
  if (OPENAI_API_KEY === undefined && OPENAI_BASE_URL === undefined) return null
  return { url: OPENAI_BASE_URL ?? 'https://api.openai.com/v1', key: OPENAI_API_KEY ?? null, model }
}

/** Both or none: with one of them alone people would be looking for their Google Drive in a folder of this machine. */
function googleIn(settings: Settings): VendorConfig['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
  if (clientId && clientSecret)
    return {
      clientId,
      clientSecret,
      accountsUrl: settings.GOOGLE_ACCOUNTS_URL,
      oauthUrl: settings.GOOGLE_OAUTH_URL,
      apiUrl: settings.GOOGLE_API_URL,
    }
  if (!clientId && !clientSecret) return null
  const missing = clientId ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
  throw new StartRefused(
    `${missing} is not set, but needed to connect Google Drive: set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or none.`,
  )
}

/** Both or none: an id without its secret opens a page from which no user comes back. */
function applicationIn(settings: Settings, vendor: 'INSTAGRAM' | 'FACEBOOK') {
  const [appId, appSecret] = [settings[`${vendor}_APP_ID`], settings[`${vendor}_APP_SECRET`]]
  if (appId && appSecret) return { appId, appSecret, version: settings.GRAPH_API_VERSION }
  if (!appId && !appSecret) return null
  throw new StartRefused(
    `${vendor}_APP_${appId ? 'SECRET' : 'ID'} is not set, but needed to connect own accounts: set both ${vendor}_APP_ID and ${vendor}_APP_SECRET, or none.`,
  )
}

function instagramLoginIn(settings: Settings): VendorConfig['instagramLogin'] {
  const application = applicationIn(settings, 'INSTAGRAM')
  const { INSTAGRAM_WWW_URL: wwwUrl, INSTAGRAM_OAUTH_URL: oauthUrl, INSTAGRAM_GRAPH_URL: graphUrl } = settings
  return application && Object.assign(application, { wwwUrl, oauthUrl, graphUrl })
}

function facebookLoginIn(settings: Settings): VendorConfig['facebookLogin'] {
  const application = applicationIn(settings, 'FACEBOOK')
  const { FACEBOOK_WWW_URL: wwwUrl, GRAPH_API_URL: graphUrl, GRAPH_UPLOAD_URL: uploadUrl } = settings
  return application && Object.assign(application, { wwwUrl, graphUrl, uploadUrl })
}

/** Both keys or none: with the secret one alone people could begin to pay, and never end. */
function stripeIn(settings: Settings): VendorConfig['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings
  if (secretKey && publishableKey)
    return {
      apiUrl: settings.STRIPE_API_URL,
      secretKey,
      publishableKey,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    }
  if (!secretKey && !publishableKey) return null
  const missing = secretKey ? 'STRIPE_PUBLISHABLE_KEY' : 'STRIPE_SECRET_KEY'
  throw new StartRefused(
    `${missing} is not set, but needed to take payments with Stripe: set both STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or none.`,
  )
}

/** All that it needs, or none: a machine that keeps pictures elsewhere by mistake would lose them to the others. */
function s3In(settings: Settings): VendorConfig['s3'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region } = settings
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  if (missing.length === Object.keys(needed).length) return null
  throw new StartRefused(
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set, but needed to keep pictures and videos in S3: set all of ${Object.keys(needed).join(', ')}, or none.`,
  )
}
