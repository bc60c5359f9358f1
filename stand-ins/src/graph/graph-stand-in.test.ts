import { expect, test } from 'vitest'
import { askGraph, everyMediaField } from '../testing/ask.ts'
import { beginning, startGraph } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'
import type { GraphStandIn } from './graph-stand-in.ts'

interface Discovered {
  id: string
  business_discovery: { [field: string]: unknown; id: string; media?: Media }
}

interface Media {
  data: { [field: string]: unknown; id: string }[]
  paging?: { cursors: { before?: string; after?: string } }
}

async function findProfile(graph: GraphStandIn, name: string, fields?: string) {
  const response = await askGraph(graph, name, fields === undefined ? {} : { fields })
  expect(response.status).toBe(200)
  return ((await response.json()) as Discovered).business_discovery
}

async function refusal(asked: Promise<Response>) {
  const response = await asked
  const { error } = (await response.json()) as { error: { code: number; error_subcode?: number; message: string } }
  return { status: response.status, code: error.code, subcode: error.error_subcode, message: error.message }
}

test('a professional account is found, with its twelve newest posts', async () => {
  const graph = await startGraph()
  const response = await askGraph(graph, 'pinned_posts')
  const { id, business_discovery: profile } = (await response.json()) as Discovered
  const account = graph.world.account('pinned_posts', beginning)
  expect(id).toBe(graph.ownId)
  expect(profile).toMatchObject({
    id: account?.graphId,
    username: 'pinned_posts',
    followers_count: account?.followers,
    follows_count: account?.following,
    media_count: account?.postCount,
  })
  const times = profile.media?.data.map(({ timestamp }) => String(timestamp)) ?? []
  expect(times).toHaveLength(12)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  expect(graph.violations).toEqual([])
})

test('only what was asked for comes back, and the id', async () => {
  const graph = await startGraph()
  expect(Object.keys(await findProfile(graph, 'restless', 'followers_count,media_count'))).toEqual([
    'followers_count',
    'media_count',
    'id',
  ])
  const { media } = await findProfile(graph, 'restless', 'media{like_count}')
  expect(media?.data.map((post) => Object.keys(post))).toEqual(Array(25).fill(['id', 'like_count']))
  const { media: ids } = await findProfile(graph, 'restless', 'media.limit(2)')
  expect(ids?.data.map((post) => Object.keys(post))).toEqual([['id'], ['id']])
})

test('what is not there is left out, never empty', async () => {
  const graph = await startGraph()
  const noTexts = await findProfile(graph, 'no_texts')
  expect(Object.keys(noTexts)).not.toEqual(expect.arrayContaining(['name', 'biography', 'website']))
  expect(await findProfile(graph, 'no_posts')).not.toHaveProperty('media')
  const { media: hidden } = await findProfile(graph, 'hidden_likes')
  expect(hidden?.data.filter((post) => 'like_count' in post)).toEqual([])
  const { media: untimed } = await findProfile(graph, 'missing_times')
  expect(untimed?.data.filter((post) => 'timestamp' in post)).toHaveLength(6)
  expect(await findProfile(graph, 'zero_followers', 'followers_count')).toMatchObject({ followers_count: 0 })
  expect(graph.violations).toEqual([])
})

test('pages of media follow each other', async () => {
  const graph = await startGraph()
  const whole = (await findProfile(graph, 'pinned_posts', 'media.limit(9){id}')).media
  const first = (await findProfile(graph, 'pinned_posts', 'media.limit(4){id}')).media
  const after = first?.paging?.cursors.after
  const second = (await findProfile(graph, 'pinned_posts', `media.after(${after}).limit(5){id}`)).media
  expect([...(first?.data ?? []), ...(second?.data ?? [])]).toEqual(whole?.data)
  const all = (await findProfile(graph, 'few_posts', 'media{id}')).media
  expect(all).not.toHaveProperty('paging')
})

test.each(['private.person', 'personal_account', 'age_gated', 'renamed_old', 'missing_somebody'])(
  '%s cannot be found, and the answer does not say why',
  async (name) => {
    const graph = await startGraph()
    expect(await refusal(askGraph(graph, name))).toEqual({
      status: 400,
      code: 110,
      subcode: 2207013,
      message: 'Invalid user id',
    })
    expect(graph.violations).toEqual([])
  },
)

test('a stranger, another asker and an expired token are refused', async () => {
  const graph = await startGraph({ tokenExpiresAt: beginning + dayMs })
  expect(await refusal(askGraph(graph, 'restless', { token: 'EAAother' }))).toMatchObject({ status: 400, code: 190 })
  expect(await refusal(askGraph(graph, 'restless', { ownId: '17841400000000009' }))).toMatchObject({
    code: 100,
    subcode: 33,
  })
  graph.moveTime(dayMs)
  expect(await refusal(askGraph(graph, 'restless'))).toMatchObject({ status: 400, code: 190, subcode: 463 })
})

test.each([
  ['a field that does not exist', 'followers_count,likes', 'Tried accessing nonexisting field (likes)'],
  ['a field of media that does not exist', 'media{likes}', 'Tried accessing nonexisting field (likes)'],
  ['a bracket that is left open', `media{${everyMediaField}`, 'unexpected end of string'],
  ['a comma too many', 'id,,username', "unexpected ','"],
  ['a modifier of media that does not exist', 'media.first(3){id}', 'Unknown modifier of media (first)'],
  ['a limit that is no number', 'media.limit(many){id}', 'Param limit must be a positive number'],
  ['a modifier without a value', 'media.limit{id}', "unexpected '{'"],
])('%s is refused, and noted', async (_, fields, words) => {
  const graph = await startGraph()
  const { code, message } = await refusal(askGraph(graph, 'restless', { fields }))
  expect(code).toBe(100)
  expect(message).toContain(words)
  expect(graph.violations).toMatchObject([{ side: 'request', operation: 'readObject' }])
})

test('a request that the contract does not know is refused in its words, without the token', async () => {
  const graph = await startGraph()
  const asked = [
    askGraph(graph, 'a name'),
    askGraph(graph, 'restless', { version: 'latest' }),
    fetch(`${graph.url}/v25.0/${graph.ownId}?fields=id,username&access_token=${graph.token}`),
    fetch(`${graph.url}/v25.0/${graph.ownId}?access_token=${graph.token}`),
    fetch(`${graph.url}/debug_token?access_token=${graph.token}`),
  ]
  for (const answer of asked) expect(await refusal(answer)).toMatchObject({ status: 400, code: 100 })
  expect(graph.violations).toHaveLength(5)
  expect(JSON.stringify(graph.violations)).not.toContain(graph.token)
})

test('what only reels need is not permitted', async () => {
  const graph = await startGraph()
  const address = `${graph.url}/v25.0/${graph.ownId}`
  const state = await fetch(`${address}?fields=status_code&access_token=${graph.token}`)
  expect([state.status, graph.violations]).toEqual([403, []])
})

test('the usage headers rise to a hundred, then calls wait for the hour to pass', async () => {
  const graph = await startGraph({ callsPerHour: 4 })
  const percents: unknown[] = []
  for (let call = 0; call < 4; call += 1) {
    const { headers } = await askGraph(graph, 'missing_somebody')
    percents.push(JSON.parse(headers.get('X-App-Usage') ?? '').call_count)
    graph.moveTime(10 * 60_000)
  }
  expect(percents).toEqual([25, 50, 75, 100])
  const refused = await askGraph(graph, 'restless')
  expect(JSON.parse(refused.headers.get('X-Business-Use-Case-Usage') ?? '')).toEqual({
    [graph.ownId]: [
      { type: 'instagram', call_count: 100, total_cputime: 25, total_time: 34, estimated_time_to_regain_access: 20 },
    ],
  })
  expect([refused.status, (await refusal(askGraph(graph, 'restless'))).code]).toEqual([403, 4])
  graph.moveTime(20 * 60_000)
  expect((await askGraph(graph, 'restless')).status).toBe(200)
  expect(graph.violations).toEqual([])
})

test('pictures are there, for some days', async () => {
  const graph = await startGraph({ imageDays: 2 })
  const { profile_picture_url, media } = await findProfile(graph, 'bursting')
  const thumbnail = media?.data.find(({ thumbnail_url }) => thumbnail_url)?.thumbnail_url
  for (const address of [String(profile_picture_url), String(thumbnail)]) {
    const picture = await fetch(address)
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect([...new Uint8Array(await picture.arrayBuffer())].slice(0, 4)).toEqual([0x89, 0x50, 0x4e, 0x47])
  }
  const forged = String(profile_picture_url).replace(/oe=./, 'oe=f')
  expect(await (await fetch(forged)).text()).toBe('Bad URL hash')
  graph.moveTime(2 * dayMs + 3_600_000)
  const late = await fetch(String(profile_picture_url))
  expect([late.status, await late.text()]).toEqual([403, 'URL signature expired'])
})

test('time moves the world: an account vanishes', async () => {
  const graph = await startGraph()
  expect((await askGraph(graph, 'vanished_soon')).status).toBe(200)
  graph.moveTime(3 * dayMs)
  expect((await refusal(askGraph(graph, 'vanished_soon'))).code).toBe(110)
})

test('what was asked is counted by name and by outcome', async () => {
  const graph = await startGraph()
  await Promise.all(['Restless', 'restless', 'missing_somebody'].map((name) => askGraph(graph, name)))
  expect(graph.calls.byStatus()).toEqual({ 200: 2, 400: 1 })
  expect([graph.calls.total, graph.calls.timesAsked('restless'), graph.items]).toEqual([3, 2, 2])
  expect(graph.calls.latest()).toContainEqual({
    at: beginning,
    operation: 'readObject',
    names: ['missing_somebody'],
    status: 400,
  })
})
