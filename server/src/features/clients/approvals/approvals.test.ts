/** Requests for approval as the team and the client see them, from their sending to their end, through HTTP. */
import { expect, test } from 'vitest'
import {
  answer,
  list,
  move,
  OTHER,
  open,
  POST,
  requestBody,
  send,
  states,
  withDrafts,
} from '#testing/approval-requests.ts'
import { itemsIn } from '#testing/content-items.ts'
import type { Person } from '#testing/world.ts'
import { HOUR } from '#testing/world-with-sources.ts'

const SECOND = 1_000

test('an approval holds for what the client saw, is final after 30 seconds, and an edit voids it', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  const { res, item, nonce, text } = await open(here, token)
  expect(res.statusCode).toBe(200)
  expect(res.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  expect(text).toContain('Six &lt;lemons&gt; &amp; a table')
  // Lisbon is on UTC in November.
  expect(text).toContain('Tuesday, Nov 24, 18:30')
  expect(text).toContain('Your time, Lisbon')
  expect(await states(here)).toEqual(['waiting', 'waiting'])

  const given = await answer(here, token, { item, nonce })
  expect(given.json()).toMatchObject({ state: 'approved', answer: { name: 'Ana', isFinal: false } })
  expect((await open(here, token, `?item=${item}`)).text).toContain('Sent in 30 seconds')
  here.clock.moveBy(30 * SECOND)
  expect((await list(here))[0].items[0]).toMatchObject({ state: 'approved', answer: { isFinal: true } })

  expect((await here.ask('pro', 'PUT', `/api/airtable/posts/${POST}`, { caption: 'Seven' })).statusCode).toBe(200)
  expect(await states(here)).toEqual(['edited', 'waiting'])
  const again = await open(here, token, `?item=${item}`)
  expect(again.text).toContain('Changed since')
  expect(again.text).toContain('Different now: the caption.')
  expect((await answer(here, token, { item, nonce })).json()).toMatchObject({ status: 409, error: 'post_changed' })
  expect((await answer(here, token, { item, nonce: again.nonce })).statusCode).toBe(200)
})

test('a slot that passes without an answer is shown to the team, and a deleted post is asked about no more', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  here.clock.moveBy(5 * 24 * HOUR)
  expect(await states(here)).toEqual(['unanswered', 'waiting'])
  const late = await open(here, token)
  expect(late.text).toContain('Its time has passed without an answer')
  await move(here, POST, { status: 'Delete' })
  expect(await states(here)).toEqual(['gone', 'waiting'])
  expect((await answer(here, token, { item: late.item, nonce: late.nonce })).json()).toMatchObject({
    error: 'post_gone',
  })
  const ofPosts = await here.ask('pro', 'GET', `/api/approvals/posts?ids=${OTHER}`)
  expect(ofPosts.json()).toMatchObject([{ postId: OTHER, state: 'waiting', clientName: 'Ana Duarte', answer: null }])
})

test('only drafts, approved posts and finished reels of one company are sent, by those who may share', async () => {
  const here = await withDrafts()
  await itemsIn(here, [
    { id: 'recPublished00001', status: 'Published' },
    { id: 'recReelUnmade0001', mediaType: 'reel' },
    { id: 'recForeign0000001', companyId: 2 },
  ])
  const readRefusal = async (posts: string[], who: Person = 'pro', more: object = {}) =>
    (await here.ask(who, 'POST', '/api/approvals', requestBody(posts, more))).json().error
  expect(await readRefusal(['recPublished00001'])).toBe('not_to_approve')
  expect(await readRefusal(['recReelUnmade0001'])).toBe('not_to_approve')
  expect(await readRefusal(['recForeign0000001'])).toBe('not_found')
  expect(await readRefusal([POST, 'recForeign0000001'], 'admin')).toBe('invalid_input')
  expect(await readRefusal([POST], 'basic')).toBe('access_denied')
  expect(await readRefusal([POST], 'pro', { timeZone: 'Mars/Olympus' })).toBe('invalid_input')
  expect(await readRefusal(Array.from({ length: 31 }, () => POST))).toBe('invalid_input')
})

test('requests that have ended do not keep a company from sending others', async () => {
  const here = await withDrafts()
  const { id } = await send(here, [POST])
  const { queries } = here.database
  const { id: _, ...row } = await queries
    .selectFrom('approval_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (let at = 0; at < 20; at += 1)
    await queries
      .insertInto('approval_requests')
      .values(Array.from({ length: 100 }, () => ({ ...row, link_id: null, withdrawn_at: 1 })))
      .execute()
  await send(here, [POST])
})
