/** What goes wrong on the server is found by an administrator, once for each fault, and without secrets. */
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

const list = '/api/system/errors'

test('a request that fails is kept once, counted, with what its answer called it', async () => {
  const here = await world({ breaksStore: true, accounts: ['nasa'] })
  expect((await here.ask('admin', 'GET', list)).json()).toEqual([])
  await here.database.queries.schema.dropTable('imports').execute()
  const url = '/api/accounts/import/00000000-0000-4000-8000-000000000001'
  expect((await here.ask('admin', 'GET', url)).statusCode).toBe(500)
  here.clock.moveBy(60_000)
  const failed = (await here.ask('admin', 'GET', url)).json()
  const kept = (await here.ask('admin', 'GET', list)).json()
  expect(kept).toEqual([
    {
      id: expect.any(Number),
      doing: 'request failed',
      message: expect.stringMatching(/imports/),
      place: expect.stringMatching(/^(features|platform)\/[\w/.-]+:\d+$/),
      times: 2,
      firstAt: '2026-11-20T09:00:00.000Z',
      lastAt: '2026-11-20T09:01:00.000Z',
      requestId: failed.requestId,
    },
  ])
  expect((await here.ask('admin', 'GET', url)).statusCode).toBe(500)
  expect((await here.ask('admin', 'GET', list)).json()).toMatchObject([{ times: 3 }])
})

test('the latest two hundred are kept, until somebody clears them', async () => {
  const here = await world()
  const log = here.services.keptErrors.logging({ error() {}, warn() {}, info() {}, debug() {} })
  for (const many of [150, 60])
    for (let at = 0; at < many; at += 1) {
      here.clock.moveBy(1)
      log.error({ err: new Error(`${String.fromCodePoint(0x4e00 + at)}${many}`) }, `task of ${many}`)
      if (at === many - 1) await here.services.keptErrors.flush()
    }
  const kept: { doing: string; times: number }[] = (await here.ask('admin', 'GET', list)).json()
  expect(kept).toHaveLength(200)
  expect(kept.filter(({ doing }) => doing === 'task of 60')).toHaveLength(60)
  log.warn({}, 'only a warning')
  expect((await here.ask('admin', 'DELETE', list)).json()).toEqual({ success: true })
  expect((await here.ask('admin', 'GET', list)).json()).toEqual([])
})

test('what is kept names no secret of the settings', async () => {
  const here = await world({ secrets: ['opens everything 9'] })
  const log = here.services.keptErrors.logging({ error() {}, warn() {}, info() {}, debug() {} })
  log.error({ err: new Error('refused: opens everything 9 (token=abc)') }, 'asking failed')
  expect((await here.ask('admin', 'GET', list)).json()).toMatchObject([{ message: 'Error: refused: … (token=…)' }])
})
