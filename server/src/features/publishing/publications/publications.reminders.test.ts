/** Posts that their people publish by hand: reminded once, with everything to copy, and marked as posted. */
import { smtpStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import { leaveToPeople } from '#platform/database/after-restore.ts'
import { insertAddresses, textOf } from '#testing/mail-world.ts'
import { USER_IDS } from '#testing/people.ts'
import { OWN, publishing } from '#testing/publishing.ts'
import { until } from '#testing/queue-nodes.ts'

const HOUR_MS = 3_600_000
const WRITES = new Set(['createContainer', 'upload', 'publish', 'createComment'])

async function reminding() {
  const server = await smtpStandIn()
  const mailer = smtpMailer({ host: '127.0.0.1', port: server.port, isSecure: false, user: null, password: null })
  onTestFinished(async () => {
    mailer.close()
    await server.close()
  })
  const from = { name: 'Citrus Studio', address: 'us@tangelo.example' }
  const here = await publishing({ also: { mail: { mailer, from } } })
  await insertAddresses(here, 'pro')
  const inAnHour = () => new Date(here.clock.now() + HOUR_MS).toISOString()
  /** What was sent to anyone, once it is so many; workers send as well. */
  async function mails(count: number) {
    await until(`${count} mails, not ${server.taken.length}`, async () => {
      await here.sendMail()
      return server.taken.length >= count
    })
    return server.taken.map(({ bytes }) => textOf(bytes))
  }
  const deliveries = () =>
    here.database.queries.selectFrom('webhook_deliveries').selectAll().where('kind', '=', 'publication.due').execute()
  return { here, mails, deliveries, inAnHour }
}

test('at its time its person gets one mail with everything to copy, and nothing is sent to Instagram', async () => {
  const { here, mails, deliveries, inAnHour } = await reminding()
  const webhook = await here.ask('admin', 'PUT', '/api/users/2', { webhookUrl: 'https://hooks.example.com/tangelo' })
  expect(webhook.statusCode, webhook.body).toBe(200)
  const itemId = await here.aPost({ caption: 'Fresh bread', hashtags: ['bakery'], taggedUsers: ['ana.lisboa'] })
  const options = { firstComment: 'Which one?' }
  const planned = await here.queueOrThrow(itemId, { at: inAnHour(), how: 'remind', options })
  expect(planned).toMatchObject({ how: 'remind', remindedAt: null, waitsFor: null, state: 'planned' })
  expect(planned.sentence).toBe(
    `You are reminded at its time, with everything to copy, and post it to @${OWN} yourself.`,
  )
  here.clock.moveBy(HOUR_MS - 1_000)
  expect(await mails(0)).toEqual([])
  const reminded = await here.comesTo(planned.id, ({ remindedAt }) => remindedAt !== null)
  expect(reminded).toMatchObject({ state: 'planned', waitsFor: 'person', endedAt: null })
  const [text = '', ...more] = await mails(1)
  expect(more).toEqual([])
  for (const part of ['Fresh bread', '#bakery', '@ana.lisboa', 'Which one?', `/planning?publication=${planned.id}`])
    expect(text).toContain(part)
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:5000\/media\/u\/[\w-]{22}/)
  const [delivery, ...others] = await deliveries()
  expect(others).toEqual([])
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
    type: 'publication.due',
    data: {
      publicationId: planned.id,
      caption: 'Fresh bread\n\n#bakery',
      media: [expect.stringContaining('http://127.0.0.1:5000/media/u/')],
    },
  })
  // Later sweeps send no second reminder.
  here.clock.moveBy(2 * 60_000)
  await until('the sweep has run', async () => {
    const { runs } = await here.database.queries
      .selectFrom('jobs')
      .select((rows) => rows.fn.countAll().as('runs'))
      .where('kind', '=', 'sweep-publications')
      .where('finished_at', '>=', here.clock.now())
      .executeTakeFirstOrThrow()
    return Number(runs) > 0
  })
  expect(await mails(1)).toHaveLength(1)
  expect(here.stand.calls.latest().filter(({ operation }) => WRITES.has(operation))).toEqual([])
  expect(here.live()).toEqual([])
})

test('what was posted by hand is marked as posted, and its item says so', async () => {
  const { here, inAnHour } = await reminding()
  const itemId = await here.aPost({ caption: 'By hand' })
  const { id } = await here.queueOrThrow(itemId, { at: inAnHour(), how: 'remind' })
  const early = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, { published: true })
  expect(early.json()).toMatchObject({ error: 'not_unclear' })
  await here.comesTo(id, ({ remindedAt }) => remindedAt !== null)
  const permalink = 'https://www.instagram.com/p/DByHand/'
  const foreign = await here.ask('foreigner', 'POST', `/api/publications/${id}/decision`, { published: true })
  expect(foreign.statusCode).toBe(404)
  const marked = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, { published: true, permalink })
  expect(marked.json()).toMatchObject({ state: 'published', permalink, sentence: `pro posted it to @${OWN}.` })
  await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  const item = (await here.ask('pro', 'GET', `/api/content/posts/${itemId}`)).json()
  expect(item).toMatchObject({ status: 'Published', permalink })
  expect((await here.queue(itemId)).json()).toMatchObject({ error: 'already_published' })
  expect(here.live()).toEqual([])
})

test('what was not posted can be planned again, or is over when its person says so', async () => {
  const { here, mails, inAnHour } = await reminding()
  const { id } = await here.queueOrThrow(await here.aPost(), { at: inAnHour(), how: 'remind' })
  await here.comesTo(id, ({ remindedAt }) => remindedAt !== null)
  const again = await here.ask('pro', 'PUT', `/api/publications/${id}`, { at: inAnHour() })
  expect(again.json()).toMatchObject({ state: 'planned', remindedAt: null, waitsFor: null })
  await here.comesTo(id, ({ remindedAt }) => remindedAt !== null)
  expect(await mails(2)).toHaveLength(2)
  const over = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, { published: false })
  expect(over.json()).toMatchObject({ state: 'failed', sentence: 'pro did not post it. Plan it again when you like.' })
})

test('an account that is not connected can be reminded of, and what only its app can cut is no more than advice', async () => {
  const { here, inAnHour } = await reminding()
  const { id: other } = await here.database.queries
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'other.account')
    .executeTakeFirstOrThrow()
  const itemId = await here.aPost({ hashtags: Array.from({ length: 31 }, (_, at) => `tag${at}`) })
  const request = { itemId, accountId: other, at: inAnHour(), how: 'remind' }
  const rehearsal = (await here.ask('pro', 'POST', '/api/publications/rehearsal', request)).json()
  expect(rehearsal.mayGoOut).toBe(true)
  const states = rehearsal.checks.map(({ key, state }: { key: string; state: string }) => `${key} ${state}`)
  expect(states).toContain('hashtags warning')
  expect(states.join()).not.toMatch(/account|access|way|quota/)
  expect((await here.ask('pro', 'POST', '/api/publications', request)).statusCode).toBe(201)
  const direct = Object.assign({}, request, { how: 'publish', itemId: await here.aPost() })
  expect((await here.ask('pro', 'POST', '/api/publications', direct)).json()).toMatchObject({
    error: 'rehearsal_failed',
  })
})

test('everything to copy is on the page of a reminder too, until it is posted', async () => {
  const { here, inAnHour } = await reminding()
  const itemId = await here.aPost({ caption: 'Fresh bread', hashtags: ['bakery'], taggedUsers: ['ana.lisboa'] })
  const options = { firstComment: 'Which one?', altTexts: ['A loaf'], collaborators: ['bo'] }
  const { id, toCopy } = await here.queueOrThrow(itemId, { at: inAnHour(), how: 'remind', options })
  expect(toCopy).toEqual({
    caption: 'Fresh bread\n\n#bakery',
    taggedUsers: ['ana.lisboa'],
    collaborators: ['bo'],
    location: null,
    firstComment: 'Which one?',
    altTexts: ['A loaf'],
    media: [expect.stringMatching(/\/media\/u\/[\w-]{22}/)],
  })
  await here.comesTo(id, ({ remindedAt }) => remindedAt !== null)
  const shown = (await here.ask('pro', 'GET', `/api/publications/${id}`)).json()
  expect(shown.toCopy).toEqual(toCopy)
  const [listed] = (await here.ask('pro', 'GET', '/api/publications')).json()
  expect(listed).toMatchObject({ id, toCopy: null })
  const marked = await here.ask('pro', 'POST', `/api/publications/${id}/decision`, { published: true })
  expect(marked.json()).toMatchObject({ toCopy: null })
})

test('what would be sent along is rehearsed as part of what is copied', async () => {
  const { here, inAnHour } = await reminding()
  const request = { itemId: await here.aPost(), accountId: here.accountId, at: inAnHour(), how: 'remind' }
  const options = { firstComment: 'Which one?', altTexts: ['A loaf'] }
  const body = Object.assign({}, request, { options })
  const { checks, media } = (await here.ask('pro', 'POST', '/api/publications/rehearsal', body)).json()
  const details = Object.fromEntries(checks.map(({ key, detail }: { key: string; detail: string }) => [key, detail]))
  expect(details).toMatchObject({
    comment: 'Comes with the reminder, to copy',
    altText: 'Comes with the reminder, to copy',
  })
  expect(media).toHaveLength(1)
})

test('a post that its client has not approved is not reminded of', async () => {
  const { here, mails, inAnHour } = await reminding()
  const { id } = await here.queueOrThrow(await here.aPost(), { at: inAnHour(), how: 'remind' })
  await here.database.queries.updateTable('companies').set({ requires_approval: 1 }).where('id', '=', 1).execute()
  const failed = await here.becomes(id, 'failed')
  expect(failed.sentence).toContain('has not approved')
  expect(await mails(0)).toEqual([])
})

test('a user who has left the company gets no mail of its posts, whether they planned one or work on it', async () => {
  const { here, mails, inAnHour } = await reminding()
  await insertAddresses(here, 'basic', 'foreigner')
  const move = (who: 'basic' | 'foreigner', companyId: number) =>
    here.ask('admin', 'PUT', `/api/users/${USER_IDS[who]}`, { companyId })
  await move('foreigner', 1)
  const itemId = await here.aPost({ caption: 'Of the company alone' })
  await here.ask('pro', 'PUT', `/api/airtable/posts/${itemId}`, { assigneeId: USER_IDS.basic })
  const planned = await here.queue(itemId, { at: inAnHour(), how: 'remind' }, 'foreigner')
  expect(planned.statusCode, planned.body).toBe(201)
  await move('foreigner', 2)
  await move('basic', 2)
  await here.comesTo(planned.json().id, ({ remindedAt }) => remindedAt !== null)
  expect(await mails(0)).toEqual([])
})

test('a mail that failed is not sent again to a user who has left the company', async () => {
  const { here, mails, inAnHour } = await reminding()
  const planned = await here.queueOrThrow(await here.aPost(), { at: inAnHour(), how: 'remind' })
  const madeAt = here.clock.now()
  await leaveToPeople(here.database.queries, { madeAt, now: madeAt + 2 * HOUR_MS })
  here.clock.moveBy(2 * HOUR_MS)
  await here.comesTo(planned.id, ({ remindedAt }) => remindedAt !== null)
  const problems = async () => (await here.ask('admin', 'GET', '/api/mail')).json().problems
  const [held] = await problems()
  expect(held).toMatchObject({ template: 'publication-due', recipient: 'pro', isRetryable: true })
  await here.ask('admin', 'PUT', `/api/users/${USER_IDS.pro}`, { companyId: 2 })
  expect((await here.ask('admin', 'POST', `/api/mail/${held.id}/retry`)).json()).toMatchObject({
    error: 'not_sendable',
  })
  expect(await problems()).toEqual([])
  expect(await mails(0)).toEqual([])
})

test('what was to be reminded of before a restore waits for its person, and no mail goes out by itself', async () => {
  const { here, mails, inAnHour } = await reminding()
  const planned = await here.queueOrThrow(await here.aPost(), { at: inAnHour(), how: 'remind' })
  const madeAt = here.clock.now()
  await leaveToPeople(here.database.queries, { madeAt, now: madeAt + 2 * HOUR_MS })
  here.clock.moveBy(2 * HOUR_MS)
  const reminded = await here.comesTo(planned.id, ({ remindedAt }) => remindedAt !== null)
  expect(reminded).toMatchObject({ waitsFor: 'person', state: 'planned' })
  expect(JSON.stringify(reminded)).toContain('a restore holds it back')
  expect(await mails(0)).toEqual([])
  expect((await here.ask('admin', 'GET', '/api/mail')).json().problems).toMatchObject([
    { template: 'publication-due', recipient: 'pro', isRetryable: true },
  ])
})
