/** The rule of a company: nothing is approved or published without an approval by the client, by no way. */
import { expect, test } from 'vitest'
import {
  answer,
  approve,
  list,
  move,
  OTHER,
  open,
  POST,
  send,
  setRule,
  statusOf,
  withDrafts,
} from '#testing/approval-requests.ts'
import { MINUTE } from '#testing/world-with-sources.ts'
import { makeWorldWithTable } from '#testing/world-with-table.ts'

const SECOND = 1_000

test('the rule holds for every way to approve a post, and lets an approved one pass', async () => {
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

test('the rule refuses what was approved through a link that is revoked, and what was answered otherwise since', async () => {
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

test('the rule holds back what a synced table approves or publishes, and sets the table back', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
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

test('the rule leaves what a table has published already as it is', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
  await setRule(here, true)
  const posts = here.airtable.table('Posts')
  const id = posts.add({ Caption: 'Last summer', Status: 'Published' })
  await here.pull()
  expect(await here.item(id)).toMatchObject({ caption: 'Last summer', status: 'Published' })
  expect(posts.records()[0]?.fields).toMatchObject({ Status: 'Published' })
})

test('the rule sets back an approved post that a table edits, here and in the table', async () => {
  const here = await makeWorldWithTable({ isPulled: false })
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
