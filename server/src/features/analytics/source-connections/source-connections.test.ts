/** A connection of a source, through the routes and against stand-ins: added, tested, renewed and removed. */
import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { connectionOf, QUIET, testOf } from '../../../testing/connections.ts'
import { expectOneReadingEach } from '../../../testing/daily-rounds.ts'
import { START } from '../../../testing/world.ts'
import { addConnection, DAY, type Measured, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const list = async ({ ask }: Measured) => (await ask('admin', 'GET', '/api/source-connections')).json()

describe('a connection', () => {
  test('is tested, kept with its token encrypted, and never shows the token', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    const id = await addConnection(here, 'Second', { callsPerHour: 150 })
    expect(here.further.Second?.calls.total).toBe(1)
    const shown = {
      id,
      source: 'graph',
      name: 'Second',
      ownId: here.further.Second?.ownId,
      state: 'connected',
      message: null,
      callsPerHour: 150,
      perDay: 3_600,
      usedPercent: null,
      pausedUntil: null,
      lastSucceededAt: new Date(START).toISOString(),
      lastFailedAt: null,
      tokenEndsOn: null,
      createdAt: new Date(START).toISOString(),
    }
    expect(await list(here)).toEqual([shown])
    const rows = await here.database.queries.selectFrom('source_connections').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('EAASecond')
    const log = (await here.ask('admin', 'GET', '/api/audit-log?act=connection.made')).json()
    expect(log).toMatchObject([{ objectName: 'Instagram Graph API: Second' }])
    expect(JSON.stringify(log)).not.toContain('EAASecond')
  })

  test('that is refused is not kept, and the answer names it', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    const answer = await here.ask('admin', 'POST', '/api/source-connections', {
      source: 'graph',
      name: 'Second',
      ownId: '17841405309211844',
      token: 'EAAwrong',
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'connection_refused',
      kind: 'refused',
      message:
        'Instagram Graph API (Second): Instagram rejected the access token. An administrator must enter a new one under Connections.',
    })
    expect(await list(here)).toEqual([])
  })

  test('that is given a new token keeps what another administrator changes while the token is being tried', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    const id = await addConnection(here, 'Second')
    const change = (body: object) => here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)
    const renewed = change({ token: here.further.Second?.token })
    expect((await change({ callsPerHour: 77, isPaused: true })).json()).toMatchObject({ callsPerHour: 77 })
    expect((await renewed).statusCode).toBe(200)
    expect(await list(here)).toMatchObject([{ name: 'Second', callsPerHour: 77, state: 'paused' }])
    const again = change({ token: here.further.Second?.token })
    // The token stays the one that can be opened, whichever of the two comes last.
    expect((await change({ name: 'Second of two', isPaused: false })).statusCode).toBe(200)
    expect((await again).statusCode).toBe(200)
    expect(await list(here)).toMatchObject([{ name: 'Second of two', callsPerHour: 77, state: 'connected' }])
  })

  test('of a name that is taken is refused, in any case', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    await addConnection(here, 'Second')
    const { ownId, token } = here.further.Second ?? {}
    const body = { source: 'graph', name: 'SECOND', ownId: here.graph.ownId, token: here.graph.token }
    const answer = await here.ask('admin', 'POST', '/api/source-connections', body)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('name_taken')
    expect(await list(here)).toMatchObject([{ name: 'Second', ownId }])
    expect(token).toBe('EAASecond')
  })

  test('gets a new token only if that answers', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    const id = await addConnection(here, 'Second')
    const change = (body: object) => here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)
    expect((await change({ token: 'EAAwrong' })).statusCode).toBe(409)
    expect((await change({ name: 'Spare', callsPerHour: 10 })).json()).toMatchObject({ name: 'Spare', perDay: 240 })
    expect((await change({ name: 'Second' })).json()).toMatchObject({ name: 'Second', state: 'connected' })
    expect((await here.ask('admin', 'POST', `/api/source-connections/${id}/test`)).json().state).toBe('connected')
  })

  test('knows the day on which its token ends, and forgets it with the token', async () => {
    const here = await makeWorldWithSources({ further: ['Second'] })
    const id = await addConnection(here, 'Second', { tokenEndsOn: '2026-12-24' })
    const change = async (body: object) =>
      (await here.ask('admin', 'PUT', `/api/source-connections/${id}`, body)).json()
    expect(await list(here)).toMatchObject([{ tokenEndsOn: '2026-12-24' }])
    expect(await change({ callsPerHour: 90 })).toMatchObject({ tokenEndsOn: '2026-12-24' })
    const { token } = here.further.Second ?? {}
    expect(await change({ token })).toMatchObject({ tokenEndsOn: null })
    expect(await change({ token, tokenEndsOn: '2027-02-20' })).toMatchObject({ tokenEndsOn: '2027-02-20' })
    expect(await change({ tokenEndsOn: null })).toMatchObject({ tokenEndsOn: null })
    const refused = await here.ask('admin', 'PUT', `/api/source-connections/${id}`, { tokenEndsOn: '2027-02-30' })
    expect(refused.statusCode).toBe(400)
    const log = (await here.ask('admin', 'GET', '/api/audit-log?act=connection.changed')).json()
    expect(log[1]).toMatchObject({ details: { token: 'renewed', tokenEndsOn: { from: null, to: '2027-02-20' } } })
  })

  test('whose token was sealed with another key says so, and stops none of the others', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'], further: ['Second'] })
    await addConnection(here, 'Second')
    await here.database.queries.updateTable('source_connections').set({ sealed: 'ffffffff.a.b' }).execute()
    expect(await list(here)).toMatchObject([
      { state: 'failing', perDay: 0, message: expect.stringContaining('Second') },
    ])
    await here.round()
    await here.round(DAY)
    await expectOneReadingEach(here, 1)
  })

  test('alone makes a source of an installation that has none in its settings', async () => {
    const here = await makeWorldWithSources({ accounts: ['nasa'], connected: [], further: ['Second'] })
    await addConnection(here, 'Second')
    expect((await here.ask('admin', 'POST', '/api/accounts/1/refresh')).statusCode).toBe(202)
    await here.settle()
    await expectOneReadingEach(here, 1)
    // What an earlier connection of the settings left behind says nothing of it.
    await here.database.queries
      .insertInto('provider_quotas')
      .values({ name: 'graph', failure: 'The token is over.', failure_kind: 'refused', used_percent: 97 })
      .execute()
    const lastSucceededAt = new Date(START).toISOString()
    const inUse = { ...QUIET, name: 'graph', state: 'connected', nextStep: null, lastSucceededAt }
    expect(await connectionOf(here, 'graph')).toMatchObject(inUse)
    here.further.Second?.faults.always(graphErrors.tokenExpired())
    expect(await testOf(here, 'graph')).toMatchObject({
      state: 'failing',
      explanation: 'None of the added connections works. The reason is given with each of them.',
      nextStep: null,
      lastFailedAt: lastSucceededAt,
    })
  })
})
