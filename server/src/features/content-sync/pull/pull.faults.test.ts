/** Pulls from a service that fails: everything stays readable, the cause is shown, and no call is made in vain. */
import { airtableErrors, type Fault } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../testing/world-with-sources.ts'
import { makeWorldWithTable, total } from '../../../testing/world-with-table.ts'

const SECOND = 1_000

describe('a service that fails', () => {
  const faults: [Fault, string][] = [
    [airtableErrors.authenticationRequired(), 'AIRTABLE_TOKEN'],
    [airtableErrors.notAllowed(), 'AIRTABLE_BASE_ID'],
    [airtableErrors.notFound(), 'does not know'],
    [airtableErrors.rateLimit(), 'its rate limit is reached'],
    [airtableErrors.billingLimit(), 'no more calls this month'],
    [airtableErrors.tooLarge(), 'of this size'],
    [airtableErrors.badFormula('x'), 'did not accept it'],
    [airtableErrors.unavailable(), 'has a problem'],
    ['reset', 'broke the connection off'],
    ['html', 'cannot be read'],
    ['truncated', 'cannot be read'],
    ['hang', 'did not answer'],
    ['trickle', 'did not answer'],
  ]
  test.each(faults)('%j leaves everything readable, says why, and is over when it is over', async (fault, words) => {
    // Only what has no end is cut off: on a busy machine a right answer may take a second.
    const isEndless = fault === 'hang' || fault === 'trickle'
    const here = await makeWorldWithTable({ records: 3, limits: isEndless ? { wholeMs: 1_000 } : {} })
    const before = await here.items()
    here.airtable.faults.always(fault)
    await here.pull()
    const shown = await here.sync()
    expect(shown).toMatchObject({ state: 'failing', table: 'Posts', pulledAt: expect.any(String) })
    expect(shown.message).toContain(words)
    expect(shown.message).not.toContain(here.airtable.token)
    expect(await here.items()).toEqual(before)
    here.airtable.faults.clear()
    await here.pass(2 * HOUR)
    expect(await here.sync()).toMatchObject({ state: 'in_step', message: null })
  })

  test('no list waits for one that hangs', async () => {
    const here = await makeWorldWithTable({ records: 3 })
    here.airtable.faults.always('hang')
    await here.ask('pro', 'POST', '/api/content/sync')
    const workers = here.work()
    const calls = here.airtable.calls.total
    await expect.poll(() => here.airtable.calls.total).toBeGreaterThan(calls)
    for (const url of [
      '/api/airtable/draft-posts',
      '/api/airtable/all-posts',
      '/api/content/counts',
      '/api/content/sync',
      '/api/connections/airtable/tables',
      '/api/connections',
    ])
      expect((await here.ask('admin', 'GET', url)).statusCode).toBe(200)
    expect(await here.sync()).toMatchObject({ isPulling: true })
    await workers.end()
  })

  test('after too many calls no call is made for half a minute, whatever its cause', async () => {
    const here = await makeWorldWithTable({ records: 3 })
    here.airtable.faults.next(1, airtableErrors.rateLimit())
    await here.pull()
    const calls = here.airtable.calls.total
    const [first] = await here.items()
    here.clock.moveBy(20 * SECOND)
    await here.pull()
    const res = await here.ask('pro', 'PUT', `/api/airtable/posts/${first?.id}`, { caption: 'other' })
    expect(res.statusCode).toBe(503)
    expect(res.json()).toMatchObject({ error: 'table_limited', retryAfterSeconds: expect.any(Number) })
    expect(res.headers['retry-after']).toBe(String(res.json().retryAfterSeconds))
    await here.ask('admin', 'POST', '/api/connections/airtable/test')
    await here.ask('admin', 'GET', '/api/connections/airtable/tables/1')
    expect(here.airtable.calls.total).toBe(calls)
    await here.pass(11 * SECOND)
    expect(await here.sync()).toMatchObject({ state: 'in_step' })
  })

  test('a walk that is refused in its middle waits half a minute, and goes on where it was', async () => {
    const here = await makeWorldWithTable({ records: 250, isPulled: false })
    // The columns and the first page come.
    here.airtable.faults.next(2, { delayMs: 0 })
    here.airtable.faults.next(1, airtableErrors.rateLimit())
    await here.pull()
    expect(await here.sync()).toMatchObject({ state: 'in_step' })
    expect(await total(here)).toBe(250)
    const calls = here.airtable.calls.latest()
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200])
    expect((calls[3]?.at ?? 0) - (calls[2]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND)
  })

  test('the rate limit holds: five calls a second are never exceeded', async () => {
    const here = await makeWorldWithTable({ records: 1_200 })
    expect(here.airtable.calls.byStatus()).toEqual({ 200: 13 })
    expect(await total(here)).toBe(1_200)
  })
})
