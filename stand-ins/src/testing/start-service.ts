/** Stand-ins for one test, ended after it. Time stands still until a test moves it. */
import { onTestFinished } from 'vitest'
import { type AirtableOptions, airtableStandIn } from '../airtable/airtable-stand-in.ts'
import { type ApifyOptions, apifyStandIn } from '../apify/apify-stand-in.ts'
import { type GoogleOptions, googleStandIn } from '../google/google-stand-in.ts'
import { type GraphOptions, graphStandIn } from '../graph/graph-stand-in.ts'
import { type OpenaiOptions, openaiStandIn } from '../openai/openai-stand-in.ts'
import { type PublishingOptions, publishingStandIn } from '../publishing/publishing-stand-in.ts'
import { type S3Options, s3StandIn } from '../s3/s3-stand-in.ts'
import { type StripeOptions, stripeStandIn } from '../stripe/stripe-stand-in.ts'
import { instagramWorld } from '../world/instagram-world.ts'

export const beginning = Date.parse('2026-11-21T12:00:00Z')

const usual = () => ({ world: instagramWorld({ seed: 7, now: beginning }), clock: { now: () => beginning } })

export async function startGraph(options: Partial<GraphOptions> = {}) {
  const graph = await graphStandIn({ ...usual(), ...options }).start()
  onTestFinished(graph.end)
  return graph
}

export async function startApify(options: Partial<ApifyOptions> = {}) {
  const apify = await apifyStandIn({ ...usual(), ...options }).start()
  onTestFinished(apify.end)
  return apify
}

/** Without a limit of calls unless one is given: the clock stands still. */
export async function startAirtable(options: AirtableOptions = {}) {
  const clock = { now: () => beginning }
  const airtable = await airtableStandIn({ clock, callsPerSecond: Number.POSITIVE_INFINITY, ...options }).start()
  onTestFinished(airtable.end)
  return airtable
}

export async function startS3(options: S3Options = {}) {
  const s3 = await s3StandIn({ clock: { now: () => beginning }, ...options }).start()
  onTestFinished(s3.end)
  return s3
}

export async function startOpenai(options: OpenaiOptions = {}) {
  const openai = await openaiStandIn({ clock: { now: () => beginning }, ...options }).start()
  onTestFinished(openai.end)
  return openai
}

export async function startGoogle(options: GoogleOptions = {}) {
  const google = await googleStandIn({ clock: { now: () => beginning }, ...options }).start()
  onTestFinished(google.end)
  return google
}

/** Its time can be moved. */
export async function startStripe(options: StripeOptions = {}) {
  const stripe = await stripeStandIn({ clock: { now: () => beginning }, ...options }).start()
  onTestFinished(stripe.end)
  return stripe
}

/** Its time can be moved. */
export async function startPublishing(options: PublishingOptions = {}) {
  const publishing = await publishingStandIn({ clock: { now: () => beginning }, ...options }).start()
  onTestFinished(publishing.end)
  return publishing
}
