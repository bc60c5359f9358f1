/** How every service that keeps tables fails (`ports/content-database.ts`): by name, in a sentence, and when to retry. */
import { airtableErrors, type Fault } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import type { ContentDatabaseFailure } from '#ports/content-database.ts'
import {
  type Asked,
  anyTurn,
  beginning,
  expectPlain,
  failureOf,
  idsOf,
  posts,
  walkTable,
  withPosts,
} from './asked-tables.ts'

export function contentDatabaseFaultsSuite(asked: Asked): void {
  const begun = withPosts(asked)

  const faults: [Fault, ContentDatabaseFailure['kind'], boolean][] = [
    [airtableErrors.authenticationRequired(), 'unauthorized', false],
    [airtableErrors.notAllowed(), 'missing', false],
    [airtableErrors.notFound(), 'missing', false],
    [airtableErrors.tooLarge(), 'refused', false],
    [airtableErrors.badValue('Likes'), 'refused', false],
    [airtableErrors.newOption('Archived'), 'refused', false],
    [airtableErrors.rateLimit(), 'limited', false],
    [airtableErrors.rateLimitPlain(), 'limited', false],
    [airtableErrors.billingLimit(), 'limited', false],
    [airtableErrors.unavailable(), 'unavailable', true],
    [{ status: 500, body: 'oops' }, 'unavailable', true],
    [{ status: 502, body: 'gateway' }, 'unavailable', true],
    [{ status: 302, headers: { Location: '/elsewhere' } }, 'not_understood', true],
    ['reset', 'unavailable', true],
    ['html', 'not_understood', true],
    ['truncated', 'not_understood', true],
    ['huge', 'unavailable', true],
    ['emptyList', 'not_understood', true],
    ['hang', 'unavailable', true],
    ['trickle', 'unavailable', true],
    [{ delayMs: 5_000 }, 'unavailable', true],
  ]
  test.each(faults)('a write that meets %j fails by name: %s', async (fault, kind, isUncertain) => {
    const { database, table, standIn } = await begun({ wholeMs: 1_000 })
    const [record] = standIn.table('Posts').records()
    const [caption = ''] = idsOf(table, 'Caption')
    const change = () =>
      database.change(table, [{ id: record?.id ?? '', cells: new Map([[caption, 'changed']]) }], anyTurn)
    standIn.faults.next(1, fault)
    const failure = await failureOf(change())
    expect({ kind: failure.kind, isUncertain: failure.isUncertain }).toEqual({ kind, isUncertain })
    expectPlain(failure.message, standIn)
    expect(await change()).toHaveLength(1)
  })

  test.each(faults.filter(([fault]) => fault !== 'emptyList'))(
    'a question that meets %j fails by name: %s',
    async (fault, kind) => {
      const here = await begun({ wholeMs: 1_000 })
      here.standIn.faults.always(fault)
      const failures = await Promise.all([
        failureOf(here.database.test(anyTurn)),
        failureOf(here.database.describe('Posts', anyTurn)),
        failureOf(walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') })),
      ])
      for (const failure of failures) {
        expect(failure.kind).toBe(kind)
        expectPlain(failure.message, here.standIn)
      }
    },
  )

  test('after too many calls it says when to retry: after half a minute, or as late as the vendor says', async () => {
    const { database, standIn } = await begun()
    const retryAt = async (fault: Fault) => {
      standIn.faults.next(1, fault)
      return (await failureOf(database.test(anyTurn))).retryAt
    }
    expect(await retryAt(airtableErrors.rateLimit())).toBe(beginning + 30_000)
    expect(await retryAt({ ...airtableErrors.rateLimit(), headers: { 'Retry-After': '90' } })).toBe(beginning + 90_000)
    expect(await retryAt(airtableErrors.billingLimit())).toBe(beginning + 3_600_000)
  })

  test('numbers that are words, and cells of another kind, harm nothing else', async () => {
    const here = await begun({ tables: posts(5) })
    here.standIn.faults.next(1, 'wrongTypes')
    const { records } = await walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption', 'Length') })
    expect(records).toHaveLength(5)
    expect([...(records[0]?.cells.values() ?? [])][1]).toBe('many')
  })

  test('a service that is not there is unavailable', async () => {
    const { database, standIn } = await begun()
    await standIn.end()
    expect(await failureOf(database.test(anyTurn))).toMatchObject({
      kind: 'unavailable',
      message: `${database.title} could not be reached: the connection was refused.`,
    })
  })

  test('who gives up gets their own reason back', async () => {
    const here = await begun()
    here.standIn.faults.next(1, 'hang')
    const giving = new AbortController()
    const reason = new Error('stopping')
    const reading = walkTable(here, here.table, { columnIds: idsOf(here.table, 'Caption') }, (call) =>
      call(giving.signal),
    )
    giving.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
}
