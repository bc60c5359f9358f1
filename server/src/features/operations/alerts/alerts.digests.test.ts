/** Weekly digests: on whose clocks, of which companies, and what goes on when something goes wrong. */
import { expect, test } from 'vitest'
import {
  choose,
  evaluate,
  insertMovedAccount,
  mailsOf,
  rulesOf,
  session,
  userIdOf,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { DAY_MS, HOUR_MS } from '../../../testing/planted-accounts.ts'
import { START, world } from '../../../testing/world.ts'

const isDigest = (title: string) => title.startsWith('Your week')

test('the digests of people who see nothing any more hold up no other', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  const { queries } = here.database
  const left = Array.from({ length: 60 }, (_, at) => ({
    username: `left${at}`,
    username_key: `left${at}`,
    password_hash: '',
    role: 'pro' as const,
    company_id: null,
    must_change_password: 0 as const,
    created_at: START,
  }))
  const users = await queries.insertInto('users').values(left).returning('id').execute()
  const due = { next_at: START, next_day: 20_777, time_zone: 'UTC', weekday: 5, hour: 9 }
  await queries
    .insertInto('alert_digests')
    .values(users.map(({ id }) => ({ ...due, user_id: id })))
    .execute()
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  // Monday at 8.
  await evaluate(here, 2 * DAY_MS + 23 * HOUR_MS)
  expect((await mailsOf(here, 'pro')).filter(isDigest)).toEqual(['Your week: Nov 16 to Nov 22'])
})

test('a clock that was a year ahead for one round keeps no digest back when it is right again', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await evaluate(here)
  await evaluate(here, 365 * DAY_MS)
  await evaluate(here, -365 * DAY_MS)
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  await evaluate(here, 2 * DAY_MS + 23 * HOUR_MS)
  expect((await mailsOf(here, 'pro')).filter(isDigest)).toEqual(['Your week: Nov 16 to Nov 22'])
})

test('a digest comes on the clocks that its rule names: the own ones of a person, where they chose some', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  expect((await rulesOf(here, 'pro')).timeZone).toBe('UTC')
  await here.ask('pro', 'PUT', '/api/mail/preferences', { timeZone: 'Pacific/Auckland' })
  expect((await rulesOf(here, 'pro')).timeZone).toBe('Pacific/Auckland')
  await choose(here, 'pro', () => ({ digest: { isOn: true, weekday: 6, hour: 8 } }))
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  const row = await here.database.queries
    .selectFrom('alert_digests')
    .selectAll()
    .where('user_id', '=', userIdOf('pro'))
    .executeTakeFirstOrThrow()
  expect(new Date(Number(row.next_at)).toISOString()).toBe('2026-11-20T19:00:00.000Z')
})

test('a digest tells a person of their own company alone, and an administrator of all', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro', 'admin')
  await insertMovedAccount(here, 'own', { change: -900 })
  await insertMovedAccount(here, 'foreign', { change: -5_000, companyId: 2 })
  await evaluate(here)
  await evaluate(here, 2 * DAY_MS + 23 * HOUR_MS)
  const movesOf = async (userId: number) => {
    const rows = await here.database.queries
      .selectFrom('mail_notices')
      .innerJoin('mail_recipients', 'mail_recipients.id', 'mail_notices.recipient_id')
      .select('data')
      .where('user_id', '=', userId)
      .where('template', '=', 'digest')
      .execute()
    return rows.flatMap(({ data }) => JSON.parse(data).sections[0].lines)
  }
  const own = '@own lost 900 followers on Nov 20'
  expect(await movesOf(userIdOf('pro'))).toEqual([own])
  expect(await movesOf(userIdOf('admin'))).toEqual(['@foreign lost 5,000 followers on Nov 20', own])
})

test('a digest that is more than a day late is left out', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  // Due on Monday at 8; the machine is on again on Wednesday.
  await evaluate(here, 5 * DAY_MS)
  expect((await mailsOf(here, 'pro')).filter(isDigest)).toEqual([])
})

test('a digest counts the posts of seven days, with those of today that have no time', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  // Monday to Sunday; the last one is of the Monday after.
  const days = ['2026-11-23', '2026-11-23', '2026-11-29', '2026-11-23T07:00:00Z', '2026-11-30T07:00:00Z', '2026-11-30']
  await itemsIn(
    here,
    days.map((publishDate, at) => ({ id: `recPlanned${at}`, publishDate })),
  )
  await evaluate(here)
  await evaluate(here, 2 * DAY_MS + 23 * HOUR_MS)
  const { data } = await here.database.queries
    .selectFrom('mail_notices')
    .select('data')
    .where('template', '=', 'digest')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data).sections).toContainEqual(
    expect.objectContaining({ heading: 'This week', lines: ['4 posts due in the next seven days'] }),
  )
})
