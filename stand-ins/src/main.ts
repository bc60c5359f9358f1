/**
 * Every stand-in on its port, for other processes: prints one line of JSON with addresses and tokens once all of them
 * listen. They live in one time. Ends on SIGTERM, on SIGINT, and when standard input closes, so that nothing is left
 * behind by the process that started it.
 *
 * GRAPH_STAND_IN_PORT, APIFY_STAND_IN_PORT, AIRTABLE_STAND_IN_PORT, S3_STAND_IN_PORT, OPENAI_STAND_IN_PORT,
 * GOOGLE_STAND_IN_PORT, STRIPE_STAND_IN_PORT, PUBLISHING_STAND_IN_PORT (a free one where missing) ·
 * STAND_IN_SEED (1) · STAND_IN_LATENCY_MS (0) · GRAPH_STAND_IN_CALLS_PER_HOUR · AIRTABLE_STAND_IN_RECORDS (60) · AIRTABLE_STAND_IN_IMAGES (1; 0 for none) ·
 * GOOGLE_STAND_IN_FOLDERS (8), each with GOOGLE_STAND_IN_IMAGES (5)
 */
import { env, stdin, stdout } from 'node:process'
import { airtableStandIn } from './airtable/airtable-stand-in.ts'
import { postsTable } from './airtable/posts-table.ts'
import { apifyStandIn } from './apify/apify-stand-in.ts'
import { googleStandIn } from './google/google-stand-in.ts'
import { startGraphFront } from './graph/graph-front.ts'
import { graphStandIn } from './graph/graph-stand-in.ts'
import { standInClock } from './http/stand-in-clock.ts'
import { openaiStandIn } from './openai/openai-stand-in.ts'
import { publishingStandIn } from './publishing/publishing-stand-in.ts'
import { s3StandIn } from './s3/s3-stand-in.ts'
import { stripeStandIn } from './stripe/stripe-stand-in.ts'
import { instagramWorld } from './world/instagram-world.ts'

const clock = standInClock()
const seed = numberIn('STAND_IN_SEED') ?? 1
const world = instagramWorld({ seed, now: clock.now() })
const common = { world, clock, latencyMs: numberIn('STAND_IN_LATENCY_MS') ?? 0 }
const callsPerHour = numberIn('GRAPH_STAND_IN_CALLS_PER_HOUR')

const graph = await graphStandIn({
  ...common,
  port: numberIn('GRAPH_STAND_IN_PORT') ?? 0,
  ...(callsPerHour === undefined ? {} : { callsPerHour }),
}).start()
const apify = await apifyStandIn({ ...common, port: numberIn('APIFY_STAND_IN_PORT') ?? 0 }).start()
const table = postsTable({
  records: numberIn('AIRTABLE_STAND_IN_RECORDS') ?? 60,
  seed,
  begins: clock.now(),
  hasImages: numberIn('AIRTABLE_STAND_IN_IMAGES') !== 0,
})
const airtable = await airtableStandIn({
  ...common,
  port: numberIn('AIRTABLE_STAND_IN_PORT') ?? 0,
  tables: [table],
}).start()
const s3 = await s3StandIn({ ...common, port: numberIn('S3_STAND_IN_PORT') ?? 0 }).start()
const openai = await openaiStandIn({ ...common, port: numberIn('OPENAI_STAND_IN_PORT') ?? 0 }).start()
const google = await googleStandIn({ ...common, port: numberIn('GOOGLE_STAND_IN_PORT') ?? 0 }).start()
const images = numberIn('GOOGLE_STAND_IN_IMAGES') ?? 5
for (let at = 1; at <= (numberIn('GOOGLE_STAND_IN_FOLDERS') ?? 8); at += 1)
  google.addReels({ name: `Pictures ${at}`, description: `What we saw on day ${at}`, images })
const stripe = await stripeStandIn({ ...common, port: numberIn('STRIPE_STAND_IN_PORT') ?? 0 }).start()
const publishing = await publishingStandIn({
  ...common,
  seed,
  port: numberIn('PUBLISHING_STAND_IN_PORT') ?? 0,
}).start()
const graphFront = await startGraphFront({ discovery: graph.url, ownAccounts: publishing.hosts.facebookGraph })

process.once('SIGTERM', end)
process.once('SIGINT', end)
stdin.once('close', end)
stdin.resume()
stdout.write(
  `${JSON.stringify({
    graph: { url: graph.url, token: graph.token, ownId: graph.ownId },
    apify: { url: apify.url, token: apify.token },
    airtable: { url: airtable.url, token: airtable.token, baseId: airtable.baseId, table: table.name },
    s3: {
      url: s3.url,
      bucket: s3.bucket,
      region: s3.region,
      accessKeyId: s3.accessKeyId,
      secretAccessKey: s3.secretAccessKey,
    },
    openai: { url: openai.url, token: openai.token, model: openai.model },
    google: { url: google.url, clientId: google.clientId, clientSecret: google.clientSecret },
    stripe: {
      url: stripe.url,
      token: stripe.token,
      publishableKey: stripe.publishableKey,
      webhookSecret: stripe.webhookSecret,
    },
    publishing: {
      url: publishing.url,
      hosts: publishing.hosts,
      clientId: publishing.clientId,
      clientSecret: publishing.clientSecret,
      /** Answers what graph.facebook.com does: business discovery too. */
      graphUrl: graphFront.url,
    },
  })}\n`,
)

function end(): void {
  stdin.destroy()
  const all = [graph, apify, airtable, s3, openai, google, stripe, publishing, graphFront]
  Promise.all(all.map((each) => each.end())).then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

function numberIn(name: string): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is not a number: ${text}`)
  return value
}
