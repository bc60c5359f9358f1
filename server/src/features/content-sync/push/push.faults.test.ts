/** Changes that a failing table does not take: nothing changes here, and both sides are equal again afterwards. */
import { airtableErrors, type Fault } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../testing/content-items.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { changeItem, makeWorldWithTable, posts, withOne } from '../../../testing/world-with-table.ts'

describe('a service that fails', () => {
  const faults: [Fault, number][] = [
    [airtableErrors.authenticationRequired(), 502],
    [airtableErrors.notAllowed(), 409],
    [airtableErrors.tooLarge(), 409],
    [airtableErrors.badValue('Caption'), 409],
    [airtableErrors.rateLimit(), 503],
    [airtableErrors.billingLimit(), 503],
    [airtableErrors.unavailable(), 502],
    ['reset', 502],
    ['html', 502],
    ['truncated', 502],
    ['hang', 502],
    ['trickle', 502],
  ]
  test.each(faults)('%j changes nothing here, and answers %i with a sentence', async (fault, status) => {
    // Only what has no end is cut off: on a busy machine a right answer may take a second.
    const isEndless = fault === 'hang' || fault === 'trickle'
    const { here, id } = await withOne({}, isEndless ? { limits: { wholeMs: 1_000 } } : {})
    const before = await here.item(id)
    here.airtable.faults.next(1, fault)
    const res = await changeItem(here, id, { status: 'Approved', caption: 'new' })
    expect(res.statusCode, res.body).toBe(status)
    expect(res.json().message).toMatch(/^[A-Z].*\.$/)
    expect(res.body).not.toContain(here.airtable.token)
    expect(await here.item(id)).toEqual(before)
    expect(posts(here).find(id)?.fields.Caption).toBe('old')
  })

  test('a write whose answer was lost is settled by the next pull', async () => {
    const { here, id } = await withOne()
    // The first call reads, the second writes.
    here.airtable.faults.next(1, { delayMs: 0 })
    here.airtable.faults.next(1, 'reset')
    expect((await changeItem(here, id, { caption: 'new' })).statusCode).toBe(502)
    expect((await here.item(id)).caption).toBe('old')
    await here.pass(MINUTE)
    expect(await here.item(id)).toMatchObject({ caption: 'new', version: 2 })
    expect(posts(here).find(id)?.fields.Caption).toBe('new')
  })

  test('a write whose answer was lost during a pull is settled by another pull soon after', async () => {
    const { here, id } = await withOne()
    const { pages } = here.contentDatabase
    here.contentDatabase.pages = async function* (...asked) {
      here.contentDatabase.pages = pages
      yield* pages(...asked)
      here.airtable.faults.next(1, { delayMs: 0 })
      here.airtable.faults.next(1, 'reset')
      expect((await changeItem(here, id, { caption: 'new' })).statusCode).toBe(502)
      expect((await here.item(id)).caption).toBe('old')
    }
    // The other pull is due at once, so it may have followed already when the work is done.
    await here.pull()
    await here.pass(MINUTE)
    expect(await here.item(id)).toMatchObject({ caption: 'new', version: 2 })
  })

  test('an outage of ten minutes: what is refused here can be said again, and both sides are equal then', async () => {
    const here = await makeWorldWithTable({ records: 20 })
    const items = await here.items()
    const [first, second, third] = items.map(({ id }) => id)
    const before = await here.items()
    here.airtable.faults.always('reset')
    for (let minute = 0; minute < 10; minute += 1) {
      expect((await changeItem(here, first ?? '', { caption: 'here, during' })).statusCode).toBeGreaterThanOrEqual(500)
      await here.pass(MINUTE)
      expect(await here.items()).toEqual(before)
      expect((await here.sync()).state).toBe('failing')
    }
    posts(here).edit(second ?? '', { Caption: 'there, during' })
    const removed = posts(here)
      .records()
      .find(({ id }) => id === third)
    posts(here).edit(third ?? '', { Status: 'Published' })
    here.airtable.faults.clear()
    await here.pass(2 * MINUTE)
    expect((await changeItem(here, first ?? '', { caption: 'here, after' })).statusCode).toBe(200)
    await here.pull()
    expect(removed).toBeDefined()
    const there = posts(here).records()
    for (const item of await here.items()) {
      const { fields } = there.find(({ id }) => id === item.id) ?? { fields: {} as Record<string, unknown> }
      expect([item.caption, item.status]).toEqual([fields.Caption ?? null, fields.Status ?? 'Draft'])
    }
    expect((await here.item(first ?? '')).caption).toBe('here, after')
    expect(await historyOf(here, second ?? '')).toMatchObject([{ origin: 'table', kind: 'changed' }, { kind: 'made' }])
  })
})
