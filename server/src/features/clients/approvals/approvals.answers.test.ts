/** Answers of a client: given once, undone within 30 seconds, and shown to the team when they stand. */
import { expect, test } from 'vitest'
import { answer, OTHER, open, POST, send, withDrafts } from '#testing/approval-requests.ts'
import { until } from '#testing/queue-nodes.ts'
import { testReceiver } from '#testing/receiver.ts'

const SECOND = 1_000

test('two clients who answer at once: one is heard, the other reads it', async () => {
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

test('an undone answer reaches no one; one that stands reaches comments, audit log, webhooks and alerts once', async () => {
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
  const listAnswers = () => here.services.approvals.answersSince(1, before)
  await until('the answer is handed over', async () => (await listAnswers()).length === 1)
  expect(await listAnswers()).toMatchObject([{ answer: 'changes', name: 'Ana', comment: 'Leave out the last line' }])
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
