/** Requests for approval as the team and the client see them, through HTTP. */
import { describe, expect, test } from 'vitest'
import {
  answer,
  approve,
  list,
  move,
  open,
  requestBody,
  send,
  setRule,
  states,
  statusOf,
} from '#testing/approval-requests.ts'
import { itemsIn } from '#testing/content-items.ts'
import { HOUR, MINUTE } from '#testing/measured.ts'
import { until } from '#testing/queue-nodes.ts'
import { testReceiver } from '#testing/receiver.ts'
import { stored } from '#testing/stored.ts'
import { tabled } from '#testing/tabled.ts'
import { type Person, world } from '#testing/world.ts'

const POST = 'recPostToApprove1'
const OTHER = 'recPostToApprove2'
const SECOND = 1_000
/** Tests pass days. */
const LONG = { idleMs: 100 * 24 * HOUR, maxMs: 100 * 24 * HOUR }

async function withDrafts(more: object = {}) {
  const here = await world({ accounts: ['nasa'], session: LONG })
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

describe('the rule of a company', () => {
  test('holds for every way to approve a post, and lets an approved one pass', async () => {
    const here = await withDrafts()
    expect((await setRule(here, true)).json()).toMatchObject({ requiresApproval: true })
    const refusal = {
      status: 409,
      error: 'approval_required',
      message: expect.stringContaining('Send it for approval'),
    }
    expect((await move(here, POST, { status: 'Approved' })).json()).toMatchObject(refusal)
    const planned = { status: 'Approved', publishDate: '2026-11-25T10:00:00.000Z' }
    expect((await move(here, POST, planned)).json()).toMatchObject(refusal)
    const many = { posts: [{ id: POST }, { id: OTHER }], status: 'Approved' }
    const { changed, refused } = (await here.ask('pro', 'POST', '/api/content/posts/status', many)).json()
    expect(changed).toEqual([])
    expect(refused.map(({ id, error }: { id: string; error: string }) => [id, error])).toEqual([
      [POST, 'approval_required'],
      [OTHER, 'approval_required'],
    ])
    expect(await statusOf(here, POST)).toBe('Draft')

    const { token } = await send(here, [POST])
    const { item, nonce } = await open(here, token)
    await answer(here, token, { item, nonce })
    // It may still be undone.
    expect((await move(here, POST, { status: 'Approved' })).json()).toMatchObject(refusal)
    here.clock.moveBy(30 * SECOND)
    expect((await move(here, POST, { status: 'Approved' })).statusCode).toBe(200)
    const edit = (await move(here, POST, { caption: 'Another one' })).json()
    expect(edit).toMatchObject({ error: 'approval_required', message: expect.stringContaining('Set it back to Draft') })
    expect((await move(here, POST, { caption: 'Another one', status: 'Draft' })).statusCode).toBe(200)
    expect((await move(here, POST, { status: 'Approved' })).json()).toMatchObject(refusal)
    // Exactly what was approved counts again.
    expect((await move(here, POST, { caption: 'Six <lemons> & a table', status: 'Approved' })).statusCode).toBe(200)
  })

  test('refuses what was approved through a link that is revoked, and what was answered otherwise since', async () => {
    const here = await withDrafts()
    await setRule(here, true)
    const first = await send(here, [POST])
    await approve(here, first.token)
    const second = await send(here, [POST])
    const { item, nonce } = await open(here, second.token)
    await answer(here, second.token, { item, nonce, answer: 'changes', comment: 'Another picture, please' })
    expect((await move(here, POST, { status: 'Approved' })).statusCode).toBe(409)
    const [{ linkId }] = await list(here)
    expect((await here.ask('pro', 'DELETE', `/api/links/${linkId}`)).statusCode).toBe(200)
    expect((await open(here, second.token)).res.statusCode).toBe(404)
    expect((await list(here))[0].state).toBe('withdrawn')
    expect((await move(here, POST, { status: 'Approved' })).statusCode).toBe(200)
    await move(here, POST, { status: 'Draft' })
    expect((await here.ask('pro', 'DELETE', `/api/approvals/${first.id}`)).statusCode).toBe(200)
    expect((await open(here, first.token)).res.statusCode).toBe(404)
    expect((await move(here, POST, { status: 'Approved' })).statusCode).toBe(409)
  })

  test('holds back what a synced table approves or publishes, and sets the table back', async () => {
    const here = await tabled({ isPulled: false })
    await setRule(here, true)
    const posts = here.airtable.table('Posts')
    const id = posts.add({ Caption: 'Sunrise', Status: 'Approved' })
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'Sunrise', status: 'Draft' })
    expect(posts.records()[0]?.fields).toMatchObject({ Status: 'Draft' })
    const history = (await here.ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()
    expect(history).toContainEqual(
      expect.objectContaining({ kind: 'conflict', changes: [{ field: 'status', from: 'Approved', to: 'Draft' }] }),
    )
    posts.edit(id, { Status: 'Published', Caption: 'Sunrise at six' })
    await here.pass(10 * MINUTE)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'Sunrise at six', status: 'Draft' })

    const { token } = await send(here, [id])
    await approve(here, token)
    posts.edit(id, { Status: 'Published' })
    await here.pass(10 * MINUTE)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ status: 'Published' })
  })

  test('leaves what a table has published already as it is', async () => {
    const here = await tabled({ isPulled: false })
    await setRule(here, true)
    const posts = here.airtable.table('Posts')
    const id = posts.add({ Caption: 'Last summer', Status: 'Published' })
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'Last summer', status: 'Published' })
    expect(posts.records()[0]?.fields).toMatchObject({ Status: 'Published' })
  })

  test('sets back an approved post that a table edits, here and in the table', async () => {
    const here = await tabled({ isPulled: false })
    const posts = here.airtable.table('Posts')
    const id = posts.add({ Caption: 'Sunrise', Status: 'Draft' })
    await here.pull()
    await setRule(here, true)
    const { token } = await send(here, [id])
    await approve(here, token)
    expect((await move(here, id, { status: 'Approved' })).statusCode).toBe(200)
    await here.pass(10 * MINUTE)
    posts.edit(id, { Caption: 'Sunrise at six' })
    await here.pass(10 * MINUTE)
    await here.pull()
    expect(await here.item(id)).toMatchObject({ caption: 'Sunrise at six', status: 'Draft' })
    expect(posts.records()[0]?.fields).toMatchObject({ Caption: 'Sunrise at six', Status: 'Draft' })
  })
})

describe('two clients', () => {
  test('who answer at once: one is heard, the other reads it', async () => {
    const here = await withDrafts()
    const { token } = await send(here, [POST])
    const { item, nonce } = await open(here, token)
    const [one, other] = await Promise.all([
      answer(here, token, { item, nonce, name: 'Ana' }),
      answer(here, token, { item, nonce, name: 'Rui', answer: 'changes', comment: 'Not yet' }),
    ])
    expect([one.statusCode, other.statusCode].sort()).toEqual([200, 409])
    const [heard, late] = one.statusCode === 200 ? [one, other] : [other, one]
    const { name } = heard.json().answer
    expect(late.json()).toMatchObject({ error: 'already_answered', message: expect.stringContaining(name) })
    expect(await here.database.queries.selectFrom('approval_decisions').selectAll().execute()).toHaveLength(1)
  })
})

test('an answer can be undone for 30 seconds by the clock of the server, and a nonce is good once', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST])
  const { item, nonce } = await open(here, token)
  await answer(here, token, { item, nonce })
  here.clock.moveBy(29 * SECOND)
  const given = await open(here, token, `?item=${item}`)
  const undo = (with_: string) => here.ask('stranger', 'POST', `/api/s/${token}/undo`, { item, nonce: with_ })
  expect((await undo(nonce)).json()).toMatchObject({ error: 'already_answered' })
  expect((await undo(given.nonce)).json()).toMatchObject({ state: 'waiting', answer: null })
  expect((await answer(here, token, { item, nonce })).json()).toMatchObject({ error: 'page_outdated' })
  const again = await open(here, token)
  await answer(here, token, { item, nonce: again.nonce })
  here.clock.moveBy(30 * SECOND)
  const late = await open(here, token, `?item=${item}`)
  expect(late.text).not.toContain('Undo')
  expect((await undo(again.nonce)).json()).toMatchObject({ error: 'too_late' })
})

test('an undone answer reaches nobody; one that stands reaches comments, audit log, webhooks and alerts once', async () => {
  const here = await withDrafts()
  const receiver = await testReceiver()
  await here.database.queries
    .updateTable('users')
    .set({ webhook_url: receiver.url })
    .where('username', '=', 'pro')
    .execute()
  const { token } = await send(here, [POST, OTHER])
  const first = await open(here, token)
  await answer(here, token, { item: first.item, nonce: first.nonce })
  const given = await open(here, token, `?item=${first.item}`)
  await here.ask('stranger', 'POST', `/api/s/${token}/undo`, { item: first.item, nonce: given.nonce })
  const again = await open(here, token)
  const body = { item: again.item, nonce: again.nonce, answer: 'changes', comment: 'Leave out the last line' }
  await answer(here, token, body)
  const before = here.clock.now()
  here.work()
  here.clock.moveBy(31 * SECOND)
  const announced = () => here.services.approvals.answersSince(1, before)
  await until('the answer is handed over', async () => (await announced()).length === 1)
  expect(await announced()).toMatchObject([{ answer: 'changes', name: 'Ana', comment: 'Leave out the last line' }])
  const comments = (await here.ask('pro', 'GET', `/api/content/posts/${POST}/comments`)).json()
  expect(comments).toMatchObject([{ by: 'Ana (client)', text: 'Leave out the last line' }])
  const acts = await here.database.queries
    .selectFrom('audit_entries')
    .select(['act', 'user_name', 'via'])
    .where('object_kind', 'in', ['approval', 'post'])
    .orderBy('number')
    .execute()
  expect(acts).toEqual([
    { act: 'approval.requested', user_name: 'pro', via: 'session' },
    { act: 'approval.answered', user_name: 'Ana', via: 'link' },
  ])
  const kinds = await here.database.queries.selectFrom('events').select(['kind', 'message']).execute()
  expect(kinds.filter(({ kind }) => kind === 'approval-answered')).toEqual([
    { kind: 'approval-answered', message: 'Ana asked for changes: Six <lemons> & a table' },
  ])
  const deliveries = await here.database.queries
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('kind', '=', 'approval.answered')
    .execute()
  expect(deliveries.map(({ body: json }) => JSON.parse(json).data)).toMatchObject([
    { postId: POST, answer: 'changes', by: 'Ana', comment: 'Leave out the last line', contentHash: expect.any(String) },
  ])
})

/** As programs that preview and check links name themselves. */
const BOTS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0 A',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'TelegramBot (like TwitterBot)',
  'Discordbot/2.0; +https://discordapp.com',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; BingPreview/1.0b)',
  'SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Microsoft Office/16.0 (Microsoft Outlook 16.0)',
  'Viber/20.0',
  'line-poker/1.0',
  'Mozilla/5.0 (compatible; Applebot/0.1)',
  'Pinterestbot/1.0',
  'redditbot/1.0',
  'Mozilla/5.0 (compatible; Barracuda Sentinel)',
  'Mozilla/5.0 (compatible; proofpoint)',
]

test('twenty programs that fetch the link change nothing', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  const item = (await open(here, token)).item
  const tables = ['approval_requests', 'approval_items', 'approval_decisions', 'share_links', 'content_items'] as const
  const before = await stored(here.database, ...tables)
  expect(BOTS).toHaveLength(20)
  for (const agent of BOTS)
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['', `?item=${item}&ask=changes`, '?all=1', `/media/${item}/0`, `/media/${item}/small`]) {
        const res = await here.app.inject({ method, url: `/s/${token}${path}`, headers: { 'user-agent': agent } })
        expect(res.statusCode).toBeLessThan(500)
      }
  for (const path of ['answers', 'undo'])
    expect((await here.app.inject({ method: 'GET', url: `/api/s/${token}/${path}` })).statusCode).toBe(405)
  expect(await stored(here.database, ...tables)).toEqual(before)
})

test('a page without a script sends forms, and comes back with what became of them', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST])
  const { item, nonce } = await open(here, token)
  const post = (path: string, body: Record<string, string>) =>
    here.app.inject({
      method: 'POST',
      url: `/api/s/${token}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(body).toString(),
    })
  const nameless = await post('answers', { item, nonce, answer: 'approved', name: ' ' })
  expect(nameless.headers.location).toBe(`/s/${token}?item=${item}&note=invalid_input`)
  const given = await post('answers', { item, nonce, answer: 'approved', name: 'Ana & "Rui"' })
  expect([given.statusCode, given.headers.location]).toEqual([303, `/s/${token}?item=${item}`])
  const { text, nonce: next } = await open(here, token, `?item=${item}`)
  expect(text).toContain('Approved by <bdi>Ana &amp; &quot;Rui&quot;</bdi>')
  const twice = await post('answers', { item, nonce, answer: 'approved', name: 'Ana' })
  expect(twice.headers.location).toBe(`/s/${token}?item=${item}&note=already_answered`)
  expect((await open(here, token, `?item=${item}&note=already_answered`)).text).toContain('Nothing was changed')
  expect((await post('undo', { item, nonce: next })).statusCode).toBe(303)
  expect((await open(here, token)).text).toContain('value="Ana &amp; &quot;Rui&quot;"')
})

test('a link opens its own posts alone, with their media, and nothing without its password', async () => {
  const here = await withDrafts()
  const mine = await send(here, [POST], { password: 'seven green pears' })
  const other = await send(here, [OTHER])
  expect((await open(here, mine.token)).res.statusCode).toBe(401)
  expect((await answer(here, mine.token, { item: '1', nonce: 'x' })).statusCode).toBe(401)
  const { item, nonce } = await open(here, other.token)
  expect((await answer(here, other.token, { item: '1', nonce })).statusCode).toBe(404)
  expect((await answer(here, 'x'.repeat(43), { item, nonce })).statusCode).toBe(404)
  for (const path of ['media/1/0', `media/${item}/0`, `media/${item}/9`, `media/${item}/../1`, 'answers'])
    expect((await here.ask('stranger', 'GET', `/s/${other.token}/${path}`)).statusCode).toBe(404)
  here.clock.moveBy(15 * 24 * HOUR)
  expect((await open(here, other.token)).res.statusCode).toBe(404)
  expect((await answer(here, other.token, { item, nonce })).statusCode).toBe(404)
  expect(await states(here)).toEqual(['unanswered'])
})

test('media come whole or in parts, under the link alone', async () => {
  const here = await withDrafts()
  const form = new FormData()
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  form.append('images', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'dot.png')
  const upload = await here.ask('pro', 'POST', '/api/upload/images?for=draft', form)
  const [imageUrl] = upload.json().imageUrls
  const { id } = (await here.ask('pro', 'POST', '/api/content/posts', { caption: 'Dot', imageUrl })).json()
  const { token } = await send(here, [id])
  const { item } = await open(here, token)
  const at = `/s/${token}/media/${item}/0`
  const whole = await here.ask('stranger', 'GET', at)
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
  expect(whole.headers['cache-control']).toContain('no-store')
  const part = await here.ask('stranger', 'GET', at, undefined, { range: 'bytes=0-3' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
  const behind = await here.ask('stranger', 'GET', at, undefined, { range: 'bytes=99999-' })
  expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${whole.rawPayload.length}`])
  expect(behind.headers['cache-control']).toContain('no-store')
  expect((await here.ask('stranger', 'GET', `/s/${token}/media/${item}/1`)).statusCode).toBe(404)
  await move(here, id, { status: 'Delete' })
  expect((await here.ask('stranger', 'GET', at)).statusCode).toBe(404)
})

test('a slot that passes without an answer is told to the team, and a deleted post is asked about no more', async () => {
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
  const refused = async (posts: string[], who: Person = 'pro', more: object = {}) =>
    (await here.ask(who, 'POST', '/api/approvals', requestBody(posts, more))).json().error
  expect(await refused(['recPublished00001'])).toBe('not_to_approve')
  expect(await refused(['recReelUnmade0001'])).toBe('not_to_approve')
  expect(await refused(['recForeign0000001'])).toBe('not_found')
  expect(await refused([POST, 'recForeign0000001'], 'admin')).toBe('invalid_input')
  expect(await refused([POST], 'basic')).toBe('access_denied')
  expect(await refused([POST], 'pro', { timeZone: 'Mars/Olympus' })).toBe('invalid_input')
  expect(await refused(Array.from({ length: 31 }, () => POST))).toBe('invalid_input')
})

test('a link counts as opened once, however much is leafed through', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  const agent = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1' }
  const { item } = await open(here, token)
  for (const query of [`?item=${item}`, `?item=${item}&ask=changes`, '?all=1'])
    expect((await here.ask('stranger', 'GET', `/s/${token}${query}`, undefined, agent)).statusCode).toBe(200)
  expect((await list(here))[0].opened).toBe(1)
})

test('a link that is answered and undone over and over is refused at last', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST])
  await here.database.queries.updateTable('approval_items').set({ turn: 99 }).execute()
  const last = await open(here, token)
  expect((await answer(here, token, { item: last.item, nonce: last.nonce })).statusCode).toBe(200)
  const { item, nonce } = await open(here, token, `?item=${last.item}`)
  expect((await here.ask('stranger', 'POST', `/api/s/${token}/undo`, { item, nonce })).statusCode).toBe(200)
  const again = await open(here, token)
  expect((await answer(here, token, { item, nonce: again.nonce })).json()).toMatchObject({
    status: 409,
    error: 'answered_too_often',
  })
  expect((await open(here, token, `?item=${item}&note=answered_too_often`)).text).toContain('too often')
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
