/** Work that people can see. Who may call the routes is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { copyPicturesOf } from '#features/analytics/index.ts'
import { openLog } from '#platform/log.ts'
import type { NewJob } from '#ports/queue.ts'
import { type Person, START, type World } from '../../../testing/world.ts'
import { DAY, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const at = (moment: number) => new Date(moment).toISOString()
const workOf = async ({ ask }: World, who: Person) => (await ask(who, 'GET', '/api/activity')).json()

/** Jobs as other rooms enqueue them. */
async function enqueue({ database, clock }: World, ...jobs: NewJob[]): Promise<string[]> {
  const queue = tableQueue({ database, clock, log: openLog('silent') })
  return database.transaction((tx) => queue.enqueue(tx, jobs))
}

const refreshOf = (accountId: number, companyId: number): NewJob => ({
  kind: 'refresh-account',
  key: String(accountId),
  companyId,
  payload: {},
})

const ROUND: NewJob = { kind: 'refresh-round', key: 'refresh-round', companyId: null, payload: {} }

describe('work', () => {
  const two = { accounts: ['own', { username: 'foreign', companyId: 2 }] }

  test('is seen by those whose account it is about', async () => {
    const here = await makeWorldWithSources(two)
    const [own = '', foreign = ''] = await enqueue(here, refreshOf(1, 1), refreshOf(2, 2))
    const ids = async (who: Person) => (await workOf(here, who)).map(({ id }: { id: string }) => id).sort()
    expect(await ids('admin')).toEqual([own, foreign].sort())
    expect(await ids('pro')).toEqual([own])
    expect(await ids('basic')).toEqual([own])
    expect(await ids('foreigner')).toEqual([foreign])
    expect(await ids('loner')).toEqual([])
    expect(await workOf(here, 'pro')).toEqual([
      {
        id: own,
        kind: 'refresh-account',
        subject: '@own',
        accountId: 1,
        renderId: null,
        reelId: null,
        state: 'waiting',
        progress: null,
        message: null,
        createdAt: at(START),
        runAt: at(START),
      },
    ])
  })

  test('that failed says why, for a day, and can be tried again', async () => {
    const here = await makeWorldWithSources({ accounts: ['renamed_old'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const [failed] = await workOf(here, 'pro')
    expect(failed).toMatchObject({ state: 'failed', subject: '@renamed_old', runAt: null })
    expect(failed.message).toContain('found no professional account named @renamed_old')
    const retry = () => here.ask('admin', 'POST', `/api/activity/${failed.id}/retry`)
    await here.ask('admin', 'PUT', '/api/accounts/1', { username: 'renamed_new' })
    expect((await retry()).json()).toEqual({ success: true })
    expect(await workOf(here, 'pro')).toMatchObject([{ state: 'waiting', subject: '@renamed_new' }])
    const again = await retry()
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'not_failed' })
    await here.settle()
    expect(await workOf(here, 'pro')).toEqual([])
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().metrics.followers).toBeGreaterThan(0)
  })

  test('that failed leaves the list after a day', async () => {
    const here = await makeWorldWithSources({ accounts: ['missing_one'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    here.clock.moveBy(DAY)
    expect(await workOf(here, 'pro')).toHaveLength(1)
    here.clock.moveBy(1)
    expect(await workOf(here, 'pro')).toEqual([])
  })

  test('can be cancelled, once', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'] })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    const [{ id }] = await workOf(here, 'admin')
    const cancel = () => here.ask('admin', 'POST', `/api/activity/${id}/cancel`)
    expect((await cancel()).json()).toEqual({ success: true })
    const again = await cancel()
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'not_running' })
    await here.settle()
    expect(here.graph.calls.total).toBe(0)
    // A cancelled request does not block a new one.
    expect((await here.ask('admin', 'POST', '/api/accounts/1/refresh')).statusCode).toBe(202)
  })

  test('of the installation itself belongs to administrators, and what is not visible cannot be changed', async () => {
    const here = await makeWorldWithSources(two)
    const [pictures = ''] = await enqueue(here, copyPicturesOf('own'))
    expect(await workOf(here, 'admin')).toEqual([])
    for (const verb of ['retry', 'cancel'])
      expect((await here.ask('admin', 'POST', `/api/activity/${pictures}/${verb}`)).statusCode).toBe(404)
  })

  test('is not hidden behind work that is not shown', async () => {
    const here = await makeWorldWithSources(two)
    const [wanted] = await enqueue(here, refreshOf(1, 1))
    await enqueue(here, ...Array.from({ length: 150 }, (_, place) => copyPicturesOf(`name_${place}`)))
    expect(await workOf(here, 'admin')).toMatchObject([{ id: wanted }])
  })

  test('of the round is shown when it takes ten seconds or more', async () => {
    const here = await makeWorldWithSources()
    await enqueue(here, ROUND)
    here.clock.moveBy(9_999)
    expect(await workOf(here, 'admin')).toEqual([])
    here.clock.moveBy(1)
    expect(await workOf(here, 'admin')).toMatchObject([{ kind: 'refresh-round', subject: null, progress: 0 }])
    expect(await workOf(here, 'pro')).toEqual([])
  })
})
