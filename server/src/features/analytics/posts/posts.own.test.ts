/** What only the owner of an account sees of its posts, beside what anybody sees. */
import { expect, test } from 'vitest'
import { listOwnPost, readOwnPost } from '../../../testing/own-readings.ts'
import { formWith, START, world } from '../../../testing/world.ts'

const READ_AT = START - 3_600_000

async function makeFilledWorld() {
  const here = await world({ accounts: ['grove'] })
  const rows = ['C1', 'C2', 'C3'].map((id, at) => `grove,${id},2026-11-0${at + 1}T12:00:00Z,image,${at + 1},1`)
  const csv = `username,post_id,posted_at,type,likes,comments\n${rows.join('\n')}\n`
  const brought = await here.ask('admin', 'POST', '/api/accounts/import', formWith(csv))
  expect(brought.statusCode, brought.body).toBe(200)
  for (const code of ['C1', 'C2']) await listOwnPost(here, code)
  await readOwnPost(here, 'C1', READ_AT + 1, { views: 40, reach: 30, saves: 0 })
  await readOwnPost(here, 'C1', READ_AT + 3, { views: 400, reach: 300, saves: null })
  return here
}

const LATEST = { readAt: new Date(READ_AT + 3).toISOString(), views: 400, reach: 300, saves: null }

test('is the last reading of each post; a post without one has none, and what it does not say is not zero', async () => {
  const here = await makeFilledWorld()
  const posts = (await here.ask('pro', 'GET', '/api/accounts/1/posts/history')).json()
  expect(posts.map(({ own }: { own: unknown }) => own)).toEqual([null, null, LATEST])
})

test('is for who may publish: others see posts as anybody does, in lists and in files', async () => {
  const here = await makeFilledWorld()
  const posts = (await here.ask('basic', 'GET', '/api/accounts/1/posts/history')).json()
  expect(posts.map(({ own }: { own: unknown }) => own)).toEqual([null, null, null])
  const file = await here.ask('basic', 'GET', '/api/accounts/1/export?what=posts&format=json')
  expect(file.json().map(({ own }: { own: unknown }) => own)).toEqual([null, null, null])
})

test('is in the files, at the end, and an import of them leaves it out', async () => {
  const here = await makeFilledWorld()
  const json = (await here.ask('pro', 'GET', '/api/accounts/1/export?what=posts&format=json')).json()
  expect(json[0].own).toEqual(LATEST)
  const csv = (await here.ask('pro', 'GET', '/api/accounts/1/export?what=posts')).body
  const lines = csv.slice(1).split('\r\n')
  expect(lines[0]).toMatch(/"insight_views","insight_reach","insight_saves","insights_read_at"$/)
  expect(lines[1]).toMatch(new RegExp(`,400,300,"","${LATEST.readAt}"$`))
  expect(lines[2]).toMatch(/,"","","",""$/)
  const again = await here.ask('admin', 'POST', '/api/accounts/import', formWith(csv))
  expect(again.json()).toMatchObject({ posts: 0, refused: [] })
})
