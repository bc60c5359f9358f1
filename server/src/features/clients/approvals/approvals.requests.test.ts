/** Requests for an approval, through HTTP: withdrawn, or not made at all. */
import { describe, expect, test } from 'vitest'
import { list, POST, requestBody, send } from '#testing/approval-requests.ts'
import { itemsIn } from '#testing/content-items.ts'
import { type World, world } from '#testing/world.ts'
import { withDraft } from '../../../testing/approval-requests.ts'

const actsOf = async ({ database }: World) => {
  const rows = await database.queries.selectFrom('audit_entries').select('act').orderBy('number').execute()
  return rows.map(({ act }) => act).filter((act) => /^(approval|link)\./.test(act))
}

const kindsOf = async ({ database }: World) =>
  (await database.queries.selectFrom('events').select('kind').execute()).map(({ kind }) => kind)

describe('a request', () => {
  test.each([
    ['its link', ({ linkId }: { linkId: number }) => `/api/links/${linkId}`],
    ['itself', ({ id }: { id: number }) => `/api/approvals/${id}`],
  ])('is withdrawn with %s: recorded, published to screens, and dead, once', async (_, pathOf) => {
    const here = await withDraft()
    const asked = await send(here, [POST])
    await here.database.queries.deleteFrom('events').execute()
    for (let time = 0; time < 2; time += 1)
      expect((await here.ask('pro', 'DELETE', pathOf(asked))).statusCode).toBe(200)
    expect(await list(here)).toMatchObject([{ id: asked.id, state: 'withdrawn' }])
    expect(await actsOf(here)).toEqual(['approval.requested', 'approval.withdrawn', 'link.revoked'])
    expect((await kindsOf(here)).sort()).toEqual(['approvals-changed', 'links-changed'])
    expect((await here.ask('stranger', 'GET', `/s/${asked.token}`)).statusCode).toBe(404)
  })

  test('is not made for a company that is deleted at the same moment', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short-lived' })).json()
    await itemsIn(here, [{ id: POST, caption: 'Six lemons', companyId: id }])
    const { content } = here.services
    const { itemsOf } = content
    content.itemsOf = async (...args) => {
      const found = await itemsOf(...args)
      expect((await here.ask('admin', 'DELETE', `/api/companies/${id}`)).statusCode).toBe(200)
      return found
    }
    const res = await here.ask('admin', 'POST', '/api/approvals', requestBody([POST]))
    expect(res.json()).toMatchObject({ status: 404, error: 'not_found' })
    const { queries } = here.database
    for (const name of ['approval_requests', 'approval_items', 'share_links'] as const)
      expect(await queries.selectFrom(name).selectAll().execute(), name).toEqual([])
  })
})
