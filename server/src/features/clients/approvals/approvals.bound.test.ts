/** What an approval is bound to, and what ends it at once, through HTTP. */
import { describe, expect, test } from 'vitest'
import { answer, approve, move, open, POST, send, setRule, states } from '#testing/approval-requests.ts'
import { aReel, reelOf, statusOf as renderOf, startRender } from '#testing/reels.ts'
import type { World } from '#testing/world.ts'
import { MINUTE } from '#testing/world-with-sources.ts'
import { makeWorldWithTable, type Tabled } from '#testing/world-with-table.ts'
import { withDraft } from '../../../testing/approval-requests.ts'

const files = (...names: string[]) => names.map((name) => ({ url: `https://files.example.test/${name}` }))
const table = ({ airtable }: Tabled) => airtable.table('Posts')

/** A draft of a synced table with these pictures, and the rule of its company. */
async function makePicturedDraft(...names: string[]): Promise<{ here: Tabled; id: string }> {
  const here = await makeWorldWithTable({ isPulled: false })
  const id = table(here).add({ Caption: 'Sunrise', Status: 'Draft', 'Media Type': 'Carousel', Image: files(...names) })
  await here.pull()
  await setRule(here, true)
  return { here, id }
}

/** The client approves it, and so does the team. */
async function approveByBoth(here: Tabled, id: string): Promise<string> {
  const { token } = await send(here, [id])
  await approve(here, token)
  expect((await move(here, id, { status: 'Approved' })).statusCode).toBe(200)
  await here.pass(10 * MINUTE)
  return token
}

const statuses = async (here: Tabled, id: string) => [(await here.item(id)).status, table(here).find(id)?.fields.Status]

describe('the pictures of a record', () => {
  test('are shown to the client, every one', async () => {
    const { here, id } = await makePicturedDraft('a.png', 'b.png', 'c.png')
    const { token } = await send(here, [id])
    const { item, text } = await open(here, token)
    expect(text).toContain('3 pictures, side by side')
    expect(text).toContain('Carousel with 3 pictures')
    const shown = await Promise.all(
      [0, 1, 2, 3].map((at) => here.ask('stranger', 'GET', `/s/${token}/media/${item}/${at}`)),
    )
    expect(shown.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404])
    expect(new Set(shown.slice(0, 3).map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(3)
  })

  test.each([
    ['another second one', ['a.png', 'x.png']],
    ['one more', ['a.png', 'b.png', 'c.png']],
    ['one fewer', ['a.png']],
    ['another order', ['b.png', 'a.png']],
  ])('void the approval with %s, here and in the table', async (_, names) => {
    const { here, id } = await makePicturedDraft('a.png', 'b.png')
    const token = await approveByBoth(here, id)
    expect(await states(here)).toEqual(['approved'])
    table(here).edit(id, { Image: files(...names) })
    await here.pull()
    expect(await statuses(here, id)).toEqual(['Draft', 'Draft'])
    expect(await states(here)).toEqual(['edited'])
    expect((await open(here, token)).text).toContain('Different now: the media.')
  })

  test('are as they were after a full scan that finds nothing new', async () => {
    const { here, id } = await makePicturedDraft('a.png', 'b.png')
    await approveByBoth(here, id)
    await here.pass(25 * 60 * MINUTE)
    expect(await statuses(here, id)).toEqual(['Approved', 'Approved'])
    expect(await states(here)).toEqual(['approved'])
  })
})

test('a reel that has become a carousel shows the client its pictures, and its video with them', async () => {
  const here = await makeWorldWithTable()
  const { id } = await aReel(here)
  await startRender(here, id)
  await here.pass(MINUTE)
  table(here).edit(id, { 'Media Type': 'Carousel', Image: files('a.png', 'b.png') })
  await here.pull()
  const { token } = await send(here, [id])
  const { item, text } = await open(here, token)
  expect(text).toContain('Carousel with 2 pictures and a video')
  const types = []
  for (const name of ['0', '1', '2', 'cover', '3']) {
    const res = await here.ask('stranger', 'GET', `/s/${token}/media/${item}/${name}`)
    types.push(res.statusCode === 200 ? String(res.headers['content-type']).split('/')[0] : res.statusCode)
  }
  expect(types).toEqual(['image', 'image', 'video', 'image', 404])
  for (const name of [0, 1, 2]) expect(text).toContain(`src="/s/${token}/media/${item}/${name}"`)
})

describe('an approved post is set back in the table as soon as', () => {
  test('another picture of it has been copied', async () => {
    const { here, id } = await makePicturedDraft('a.png')
    await approveByBoth(here, id)
    table(here).edit(id, { Image: files('b.png') })
    await here.pull()
    expect(await statuses(here, id)).toEqual(['Draft', 'Draft'])
  })

  test('its video is rendered again', async () => {
    const here = await makeWorldWithTable()
    await setRule(here, true)
    const { id } = await aReel(here)
    const first = await startRender(here, id)
    await here.pass(MINUTE)
    expect((await renderOf(here, first)).status).toBe('completed')
    await approveByBoth(here, id)
    expect(await statuses(here, id)).toEqual(['Approved', 'Approved'])
    const { videoUrl } = await reelOf(here, id)
    await startRender(here, id)
    await here.pass(MINUTE)
    expect((await reelOf(here, id)).videoUrl).not.toBe(videoUrl)
    expect(await statuses(here, id)).toEqual(['Draft', 'Draft'])
  })
})

const undo = (here: World, token: string, { item, nonce }: { item: string; nonce: string }) =>
  here.ask('stranger', 'POST', `/api/s/${token}/undo`, { item, nonce })

describe('the date beside a post', () => {
  test('is the one that the client saw: a page with another one takes no answer', async () => {
    const here = await withDraft()
    const { token } = await send(here, [POST])
    const { item, nonce } = await open(here, token)
    await move(here, POST, { publishDate: '2026-12-31T23:00:00.000Z' })
    expect((await answer(here, token, { item, nonce })).json()).toMatchObject({ status: 409, error: 'page_outdated' })
    const again = await open(here, token)
    expect(again.text).toContain('Dec 31')
    expect((await answer(here, token, { item, nonce: again.nonce })).statusCode).toBe(200)
    const kept = await here.database.queries.selectFrom('approval_decisions').select('planned_for').execute()
    expect(kept).toEqual([{ planned_for: '2026-12-31T23:00:00.000Z' }])
  })

  test('is not what is approved: a move keeps the approval, and the way to take it back', async () => {
    const here = await withDraft()
    const { token } = await send(here, [POST])
    const first = await open(here, token)
    await answer(here, token, { item: first.item, nonce: first.nonce })
    const given = await open(here, token, `?item=${first.item}`)
    await move(here, POST, { publishDate: '2026-12-31T23:00:00.000Z' })
    expect(await states(here)).toEqual(['approved'])
    expect((await undo(here, token, given)).json()).toMatchObject({ state: 'waiting' })
  })
})
