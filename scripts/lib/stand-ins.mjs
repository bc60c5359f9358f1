/** The stand-ins of all vendors as a process of their own, for development: `npm run dev` needs no key and no network. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inRoot } from './place.mjs'

/**
 * Starts them and answers the settings that connect the server to them. They end with this process: their standard input
 * is ours to close.
 *
 * @returns {Promise<{ settings: Record<string, string>, table: string, end: () => void }>}
 */
export async function startStandIns() {
  const child = spawn(process.execPath, [inRoot('stand-ins', 'src', 'main.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, GRAPH_STAND_IN_CALLS_PER_HOUR: '100000' },
  })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The stand-ins ended at once (exit code ${code})`)
    }),
  ])
  const { graph, apify, airtable, s3, openai, google, stripe, publishing } = JSON.parse(line)
  return {
    settings: {
      GRAPH_API_URL: publishing.graphUrl,
      GRAPH_ACCESS_TOKEN: graph.token,
      GRAPH_IG_USER_ID: graph.ownId,
      GRAPH_CALLS_PER_HOUR: '36000',
      INSTAGRAM_APP_ID: publishing.clientId,
      INSTAGRAM_APP_SECRET: publishing.clientSecret,
      INSTAGRAM_WWW_URL: publishing.hosts.instagramWww,
      INSTAGRAM_OAUTH_URL: publishing.hosts.instagramApi,
      INSTAGRAM_GRAPH_URL: publishing.hosts.instagramGraph,
      FACEBOOK_APP_ID: publishing.clientId,
      FACEBOOK_APP_SECRET: publishing.clientSecret,
      FACEBOOK_WWW_URL: publishing.hosts.facebookWww,
      GRAPH_UPLOAD_URL: publishing.hosts.upload,
      APIFY_API_URL: apify.url,
      APIFY_TOKEN: apify.token,
      APIFY_CALLS_PER_HOUR: '36000',
      AIRTABLE_API_URL: airtable.url,
      AIRTABLE_TOKEN: airtable.token,
      AIRTABLE_BASE_ID: airtable.baseId,
      S3_ENDPOINT: s3.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      OPENAI_BASE_URL: `${openai.url}/v1`,
      OPENAI_API_KEY: openai.token,
      OPENAI_MODEL: openai.model,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ACCOUNTS_URL: google.url,
      GOOGLE_OAUTH_URL: google.url,
      GOOGLE_API_URL: google.url,
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.token,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    },
    /** The name of the table that the base has. */
    table: airtable.table,
    end: () => child.stdin.end(),
  }
}
