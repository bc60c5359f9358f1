/** What is published is said in the table of a company that has one: once, and also where the table was away. */
import { airtableErrors, airtableStandIn, postsTable } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { airtable } from '#adapters/content-database/airtable.ts'
import { anImage, type PublishingTest, publishing } from '#testing/publishing.ts'
import { until } from '#testing/queue-nodes.ts'
import { START } from '#testing/world.ts'
import { isQuiet } from '#testing/world-with-sources.ts'
import { linkTable } from '#testing/world-with-table.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

async function makePublishingWithTable() {
  let here: PublishingTest | undefined
  const clock = { now: () => here?.clock.now() ?? START }
  const posts = postsTable({ records: 0, begins: START })
  const table = Object.assign({}, posts, {
    fields: [...posts.fields, { name: 'Instagram Link', type: 'url' as const }],
  })
  const standIn = await airtableStandIn({ clock, tables: [table] }).start()
  onTestFinished(async () => {
    await standIn.end()
    expect(standIn.violations).toEqual([])
  })
  const { url, token, baseId } = standIn
  const also = { contentDatabase: () => airtable({ url, token, baseId, clock }) }
  const made = await publishing({ worksOn: null, also })
  here = made
  await linkTable(made)
  const settle = () => until('all work is done', () => isQuiet(made))
  /** A minute, and whatever is due in it. Work under way ends before, or a pull that falls due would run beside it. */
  const pass = async () => {
    await settle()
    made.clock.moveBy(MINUTE_MS)
    await settle()
  }
  const passUntil = async (what: string, holds: () => boolean | Promise<boolean>) => {
    for (let minutes = 0; !(await holds()); minutes += 1) {
      if (minutes > 60) throw new Error(`It never came to: ${what}`)
      await pass()
    }
  }
  await passUntil(
    'the table is read',
    async () => (await made.ask('pro', 'GET', '/api/content/sync')).json().state === 'in_step',
  )
  const createDraft = async (caption: string): Promise<string> => {
    const imageUrl = await anImage(made)
    const res = await made.ask('pro', 'POST', '/api/content/posts', { caption, mediaType: 'image', imageUrl })
    expect(res.statusCode, res.body).toBe(201)
    await pass()
    return res.json().id
  }
  const record = (id: string) => standIn.table('Posts').find(id)?.fields ?? {}
  const comesToSay = (id: string, holds: (fields: Record<string, unknown>) => boolean) =>
    passUntil('the record says it', () => holds(record(id)))
  const writes = () => standIn.calls.latest().filter(({ operation }) => operation === 'records.updateMany').length
  return { here: made, standIn, createDraft, record, pass, passUntil, comesToSay, writes }
}

test('status, day and address of a published post are written to its record, once', async () => {
  const { here, createDraft, record, passUntil, comesToSay, writes } = await makePublishingWithTable()
  const id = await createDraft('Fresh bread')
  const done = await here.becomes((await here.queueOrThrow(id)).id, 'published')
  await comesToSay(id, ({ Status }) => Status === 'Published')
  const { permalink, publishedAt } = await here.comesTo(done.id, ({ endedAt }) => endedAt !== null)
  expect(permalink).toMatch(/^https:\/\/www\.instagram\.com\/p\//)
  expect(record(id)).toMatchObject({
    Status: 'Published',
    'Instagram Link': permalink,
    'Publish Date': publishedAt?.slice(0, 10),
    Caption: 'Fresh bread',
  })
  expect(writes()).toBe(1)
  const item = await here.ask('pro', 'GET', `/api/content/posts/${id}`)
  expect(item.json()).toMatchObject({ status: 'Published', permalink, publishDate: publishedAt })
  // Later pulls find both sides equal.
  const { version } = item.json()
  const readPulledAt = async () => (await here.ask('pro', 'GET', '/api/content/sync')).json().pulledAt
  const before = await readPulledAt()
  await here.ask('pro', 'POST', '/api/content/sync')
  await passUntil('the table is read again', async () => (await readPulledAt()) !== before)
  expect((await here.ask('pro', 'GET', `/api/content/posts/${id}`)).json()).toMatchObject({ version, permalink })
  expect(writes()).toBe(1)
})

test('a table that is away keeps no post back, and gets what is live when it is there again', async () => {
  const { here, standIn, createDraft, record, pass, comesToSay } = await makePublishingWithTable()
  const id = await createDraft('Fresh bread')
  standIn.faults.always(airtableErrors.unavailable())
  const queued = await here.queueOrThrow(id)
  const done = await here.comesTo(queued.id, ({ endedAt }) => endedAt !== null)
  expect(done).toMatchObject({ state: 'published', permalink: expect.any(String) })
  expect(here.live()).toEqual(['Fresh bread'])
  for (let minute = 0; minute < 10; minute += 1) await pass()
  expect(record(id)).not.toHaveProperty('Instagram Link')
  standIn.faults.clear()
  await comesToSay(id, ({ Status }) => Status === 'Published')
  expect(record(id)).toMatchObject({ 'Instagram Link': done.permalink, Status: 'Published' })
  expect(here.live()).toEqual(['Fresh bread'])
  expect(here.stand.duplicates()).toEqual([])
})

test('a write whose answer was lost is not made a second time', async () => {
  const { here, standIn, createDraft, record, pass, comesToSay, writes } = await makePublishingWithTable()
  const id = await createDraft('Fresh bread')
  standIn.faults.next(1, 'truncated', { of: 'records.updateMany' })
  const done = await here.becomes((await here.queueOrThrow(id)).id, 'published')
  await comesToSay(id, ({ Status }) => Status === 'Published')
  // By then the loss was noticed, and the record looked at.
  for (let minute = 0; minute < 5; minute += 1) await pass()
  expect(record(id)).toMatchObject({ Status: 'Published', 'Instagram Link': expect.any(String) })
  expect(writes()).toBe(1)
  expect((await here.read(done.id)).state).toBe('published')
})

test('a post that is queued keeps its date, whatever the table says, which is set back', async () => {
  const { here, standIn, createDraft, passUntil, comesToSay } = await makePublishingWithTable()
  const id = await createDraft('Fresh bread')
  const at = new Date(here.clock.now() + 3 * DAY_MS).toISOString()
  await here.queueOrThrow(id, { at })
  await comesToSay(id, (fields) => fields['Publish Date'] === at.slice(0, 10))
  const later = new Date(here.clock.now() + 9 * DAY_MS).toISOString().slice(0, 10)
  standIn.table('Posts').edit(id, { 'Publish Date': later, Caption: 'Fresh rolls' })
  await here.ask('pro', 'POST', '/api/content/sync')
  const read = async () => (await here.ask('pro', 'GET', `/api/content/posts/${id}`)).json()
  await passUntil('the table is read', async () => (await read()).caption === 'Fresh rolls')
  expect(await read()).toMatchObject({ publishDate: at })
  await comesToSay(id, (fields) => fields['Publish Date'] === at.slice(0, 10))
  const history = (await here.ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()
  expect(history).toMatchObject([
    { kind: 'changed', origin: 'table', changes: [{ field: 'caption' }] },
    { kind: 'conflict', changes: [{ field: 'publishDate', from: later, to: at }] },
    { kind: 'changed' },
    { kind: 'made' },
  ])
})
