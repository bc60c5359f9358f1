/** Plain clients for the tests of the stand-ins: they know the contract and nothing of the product. */
import type { AirtableStandIn } from '../airtable/airtable-stand-in.ts'
import type { GraphStandIn } from '../graph/graph-stand-in.ts'
import type { StandIn } from '../http/stand-in.ts'

export const everyMediaField =
  'id,caption,media_type,media_product_type,permalink,thumbnail_url,media_url,timestamp,like_count,comments_count'

const everyField =
  'id,username,name,biography,website,profile_picture_url,followers_count,follows_count,media_count,' +
  `media.limit(12){${everyMediaField}}`

interface GraphQuestion {
  fields?: string
  token?: string
  ownId?: string
  version?: string
}

/** Business discovery of one name. */
export function askGraph(graph: GraphStandIn, name: string, question: GraphQuestion = {}): Promise<Response> {
  const { fields = everyField, token = graph.token, ownId = graph.ownId, version = 'v25.0' } = question
  const query = new URLSearchParams({
    fields: `business_discovery.username(${name}){${fields}}`,
    access_token: token,
  })
  return fetch(`${graph.url}/${version}/${ownId}?${query}`)
}

interface ApifyQuestion {
  token?: string | undefined
  query?: string
  path?: string
  type?: string
}

/** One run of the profile scraper. */
export function askApify(apify: StandIn, input: unknown, question: ApifyQuestion = {}): Promise<Response> {
  const { path = 'actors/apify~instagram-profile-scraper', query = 'timeout=120', type = 'application/json' } = question
  const token = 'token' in question ? question.token : apify.token
  return fetch(`${apify.url}/v2/${path}/run-sync-get-dataset-items?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  })
}

/** One call about the records of a table; `path` begins after the table's name. */
export function askAirtable(
  airtable: AirtableStandIn,
  method: string,
  path = '',
  { body, token = airtable.token, table = 'Posts' }: { body?: unknown; token?: string; table?: string } = {},
): Promise<Response> {
  return fetch(`${airtable.url}/v0/${airtable.baseId}/${encodeURIComponent(table)}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** One question to the model; the body as the vendor wants it. */
export function askOpenai(openai: StandIn, body: unknown, token = openai.token): Promise<Response> {
  return fetch(`${openai.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
