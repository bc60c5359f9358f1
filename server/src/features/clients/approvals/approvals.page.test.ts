/** The page behind the link of a request: what it shows, to whom, and that looking at it changes nothing. */
import { APPROVAL_COMMENT_MAX_LENGTH } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { answer, approve, list, move, OTHER, open, POST, send, states, withDrafts } from '#testing/approval-requests.ts'
import { readTables } from '#testing/read-tables.ts'
import type { World } from '#testing/world.ts'
import { HOUR } from '#testing/world-with-sources.ts'

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
  const before = await readTables(here.database, ...tables)
  expect(BOTS).toHaveLength(20)
  for (const agent of BOTS)
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['', `?item=${item}&ask=changes`, '?all=1', `/media/${item}/0`, `/media/${item}/small`]) {
        const res = await here.app.inject({ method, url: `/s/${token}${path}`, headers: { 'user-agent': agent } })
        expect(res.statusCode).toBeLessThan(500)
      }
  for (const path of ['answers', 'undo'])
    expect((await here.app.inject({ method: 'GET', url: `/api/s/${token}/${path}` })).statusCode).toBe(405)
  expect(await readTables(here.database, ...tables)).toEqual(before)
})

/** As a browser sends a form of the page. */
const postForm = (here: World, token: string, path: string, body: Record<string, string>) =>
  here.app.inject({
    method: 'POST',
    url: `/api/s/${token}/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })

test('a comment is as long as its field allows, however many lines it has', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST])
  const { item, nonce } = await open(here, token)
  const comment = `Too long.\n${'a'.repeat(APPROVAL_COMMENT_MAX_LENGTH - 10)}`
  expect(comment).toHaveLength(APPROVAL_COMMENT_MAX_LENGTH)
  const body = { item, nonce, answer: 'changes', name: 'Ana', comment: comment.replaceAll('\n', '\r\n') }
  expect((await postForm(here, token, 'answers', body)).headers.location).toBe(`/s/${token}?item=${item}`)
  expect((await list(here))[0].items[0].answer.comment).toBe(comment)
})

test('a form that cannot be taken right now comes back to its page', async () => {
  const here = await withDrafts({ breaksStore: true })
  const { token } = await send(here, [POST])
  const { item, nonce } = await open(here, token)
  const rename = (from: string, to: string) => here.database.queries.schema.alterTable(from).renameTo(to).execute()
  await rename('approval_decisions', 'decisions_away')
  const refused = await postForm(here, token, 'answers', { item, nonce, answer: 'approved', name: 'Ana' })
  expect([refused.statusCode, refused.headers.location]).toEqual([303, `/s/${token}?item=${item}&note=internal`])
  expect((await open(here, token, `?item=${item}`)).text).toContain('This page cannot be shown just now')
  await rename('decisions_away', 'approval_decisions')
  for (const note of ['internal', 'constructor'])
    expect((await open(here, token, `?item=${item}&note=${note}`)).text).toContain(
      'That did not work. Please try again.',
    )
})

test('a page without a script sends forms, and comes back with what became of them', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST])
  const { item, nonce } = await open(here, token)
  const post = (path: string, body: Record<string, string>) => postForm(here, token, path, body)
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

test('a link counts as opened once, however much is leafed through', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  const agent = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1' }
  const { item } = await open(here, token)
  for (const query of [`?item=${item}`, `?item=${item}&ask=changes`, '?all=1'])
    expect((await here.ask('stranger', 'GET', `/s/${token}${query}`, undefined, agent)).statusCode).toBe(200)
  expect((await list(here))[0].opened).toBe(1)
})

test('posts that are no longer planned are not said to be answered', async () => {
  const here = await withDrafts()
  const { token } = await send(here, [POST, OTHER])
  await move(here, POST, { status: 'Delete' })
  expect((await open(here, token, '?all=1')).text).toContain('<h1>0 of 1 answered</h1>')
  await approve(here, token)
  expect((await open(here, token)).text).toContain('<h1>It is answered</h1>')
  const { token: another } = await send(here, [OTHER])
  await move(here, OTHER, { status: 'Delete' })
  const { text } = await open(here, another)
  expect(text).toContain('<h1>This post is no longer planned</h1><p>There is nothing to answer.</p>')
  expect(text).not.toMatch(/answered|Thank you/)
})
