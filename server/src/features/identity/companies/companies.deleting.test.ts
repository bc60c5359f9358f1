/** Deleting a company: what must end first, and what goes with it. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createPost } from '#testing/content-items.ts'
import { readTables } from '#testing/read-tables.ts'
import { aReel, startRender } from '#testing/reels.ts'
import { START, type World, world } from '#testing/world.ts'

const A_VIDEO = { hash: 'a'.repeat(64), bytes: 1, cover_hash: 'b'.repeat(64), created_at: START, reel_check: '{}' }

describe('deleting a company', () => {
  const remove = ({ ask }: World, id = 1) => ask('admin', 'DELETE', `/api/companies/${id}`)

  test.each<[string, { users: number; accounts: number }, (here: World) => Promise<unknown>]>([
    [
      'Citrus Studio still has 3 users and 2 accounts: move or delete them first',
      { users: 3, accounts: 2 },
      async () => undefined,
    ],
    [
      'Citrus Studio still has 1 user and 2 accounts: move or delete them first',
      { users: 1, accounts: 2 },
      async ({ ask }) => {
        await ask('admin', 'DELETE', '/api/users/2')
        await ask('admin', 'PUT', '/api/users/3', { companyId: 2 })
      },
    ],
    [
      'Citrus Studio still has 1 account: move or delete them first',
      { users: 0, accounts: 1 },
      async ({ ask }) => {
        for (const id of [1, 2, 3]) await ask('admin', 'PUT', `/api/users/${id}`, { companyId: null })
        await ask('admin', 'DELETE', '/api/accounts/1')
      },
    ],
  ])('is refused: %s', async (message, { users, accounts }, before) => {
    const here = await world({ accounts: ['one', 'two'] })
    await before(here)
    const kept = await readTables(here.database)
    const res = await remove(here)
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'company_in_use',
      message,
      status: 409,
      success: false,
      has: { users, accounts, renders: 0, imports: 0, subscriptions: 0, payments: 0 },
    })
    expect(await readTables(here.database)).toEqual(kept)
  })

  const emptyCompany = async ({ ask }: World, companyId: number, people: number[]) => {
    for (const id of people) await ask('admin', 'PUT', `/api/users/${id}`, { companyId: null })
    return companyId
  }

  test('fails as one request when the store fails meanwhile, without an unhandled rejection', async () => {
    const here = await world()
    await emptyCompany(here, 1, [1, 2, 3])
    await sql`alter table subscriptions rename to gone`.execute(here.database.queries)
    expect((await remove(here)).statusCode).toBe(500)
    await sql`alter table gone rename to subscriptions`.execute(here.database.queries)
  })

  test('waits for the reel and the import that are under way', async () => {
    const here = await world()
    await startRender(here, (await aReel(here)).id)
    await here.database.queries
      .insertInto('metrics_imports')
      .values({
        id: 'one',
        company_id: 1,
        file_name: 'a.csv',
        state: 'running',
        rows: 0,
        progress: 0,
        created_at: START,
      })
      .execute()
    await emptyCompany(here, 1, [1, 2, 3])
    const res = await remove(here)
    expect(res.statusCode).toBe(409)
    expect(res.json().message).toBe(
      'For Citrus Studio 1 reel is being made and 1 import is running: wait for that to end',
    )
  })

  test("takes all that is the company's, and nothing of another one; videos go with their files a day later", async () => {
    const here = await world()
    for (const who of ['pro', 'foreigner'] as const) {
      const reel = await aReel(here, { who })
      const draft = await createPost(here, { caption: 'A draft' }, who)
      const comment = await here.ask(who, 'POST', `/api/content/posts/${draft.id}/comments`, { text: 'Warmer light?' })
      expect(comment.statusCode).toBe(201)
      await here.database.queries
        .insertInto('videos')
        .values({ ...A_VIDEO, id: `video of ${who}`, company_id: reel.companyId, item_id: reel.id })
        .execute()
      const { ask } = here
      const account = (
        await ask('admin', 'POST', '/api/accounts', { username: 'own', companyId: reel.companyId })
      ).json()
      const group = await ask('admin', 'POST', '/api/groups', { name: 'Ours', accountIds: [account.id] })
      expect(group.statusCode).toBe(201)
      await ask('admin', 'DELETE', `/api/accounts/${account.id}`)
    }
    // What was done to a company is known for longer than the company.
    const ofCompany = async (id: number) =>
      Object.entries(await readTables(here.database))
        .filter(([table]) => table !== 'audit_entries')
        .flatMap(([table, rows]) => rows.filter((row) => row.company_id === id).map((row) => ({ table, ...row })))
    const others = await ofCompany(2)
    await emptyCompany(here, 1, [1, 2, 3])
    expect((await remove(here)).statusCode).toBe(200)
    expect(await ofCompany(1)).toMatchObject([{ table: 'videos', replaced_at: START }])
    expect(await ofCompany(2)).toEqual(others)
    await here.purge()
    here.clock.moveBy(25 * 3_600_000)
    await here.purge()
    expect(await ofCompany(1)).toEqual([])
  })

  test('is done once', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
    expect((await remove(here, id)).json()).toEqual({ success: true })
    expect((await remove(here, id)).statusCode).toBe(404)
    expect((await here.ask('admin', 'POST', '/api/companies', { name: 'short' })).statusCode).toBe(201)
  })
})
