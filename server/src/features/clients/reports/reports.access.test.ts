/** Access to reports: their company, and any visitor with the address of a preview, for half an hour. */
import { describe, expect, test } from 'vitest'
import { freeze, grove, settingsFor } from '../../../testing/reports.ts'
import { world } from '../../../testing/world.ts'

describe('who sees reports', () => {
  test('users see those of their company, with those of other companies as missing', async () => {
    const here = await world()
    const id = await grove(here)
    const report = await freeze(here, settingsFor('account', id))
    for (const [who, seen] of [
      ['admin', 1],
      ['pro', 1],
      ['basic', 1],
      ['foreigner', 0],
      ['loner', 0],
    ] as const) {
      expect((await here.ask(who, 'GET', '/api/reports')).json()).toHaveLength(seen)
      expect((await here.ask(who, 'GET', `/api/reports/${report.id}`)).statusCode).toBe(seen ? 200 : 404)
    }
    const foreign = await here.ask('foreigner', 'POST', '/api/reports', settingsFor('account', id))
    expect(foreign.json()).toMatchObject({ status: 404, message: 'Account not found' })
  })

  test('the address of a preview opens without a session, for half an hour, and nothing can run there', async () => {
    const here = await world()
    const id = await grove(here)
    const { url, until } = (await here.ask('pro', 'POST', '/api/reports/preview', settingsFor('account', id))).json()
    const path = new URL(url).pathname
    const { statusCode, headers, body } = await here.ask('stranger', 'GET', path)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin allow-modals$/,
    )
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'private, no-store' })
    expect(body).toContain('<h1>')
    here.clock.moveBy(Date.parse(until) - here.clock.now() + 1)
    expect((await here.ask('stranger', 'GET', path)).statusCode).toBe(404)
    expect((await here.ask('stranger', 'GET', '/media/r/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404)
  })
})
