/** Requests for approval as the team and the client see them, through HTTP. */
import { expect, test } from 'vitest'
import { itemsIn } from '../../../testing/content-items.ts'
import { type Person, type World, world } from '../../../testing/world.ts'

const POST = 'recPostToApprove1'
const OTHER = 'recPostToApprove2'
const BODY = { clientName: 'Ana Duarte', timeZone: 'Europe/Lisbon', message: 'Two for the week.' }
const SECOND = 1_000

interface Asked {
  id: number
  token: string
}

async function send(here: World, posts: string[], more: object = {}, who: Person = 'pro'): Promise<Asked> {
  const res = await here.ask(who, 'POST', '/api/approvals', { ...BODY, posts, ...more })
  expect(res.statusCode, res.body).toBe(201)
  const { request, url } = res.json()
  return { id: request.id, token: new URL(url).pathname.slice('/s/'.length) }
}

/** What the forms of the page carry. */
async function open(here: World, token: string, query = '') {
  const res = await here.ask('stranger', 'GET', `/s/${token}${query}`)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(res.body)?.[1] ?? ''
  return { res, item: field('item'), nonce: field('nonce'), text: res.body }
}

const answer = (here: World, token: string, body: object) =>
  here.ask('stranger', 'POST', `/api/s/${token}/answers`, { answer: 'approved', name: 'Ana', ...body })

const list = async (here: World) => (await here.ask('pro', 'GET', '/api/approvals')).json()
const states = async (here: World) => (await list(here))[0].items.map(({ state }: { state: string }) => state)

async function withDrafts(more: object = {}) {
  const here = await world({ accounts: ['nasa'] })
  await itemsIn(here, [
    { id: POST, caption: 'Six <lemons> & a table', publishDate: '2026-11-24T18:30:00.000Z', ...more },
    { id: OTHER, caption: 'The upper garden' },
  ])
  return here
}

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
