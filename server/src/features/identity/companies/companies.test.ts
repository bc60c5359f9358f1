/** Companies (spec §5, D6, D15), through the routes. Who may call them is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { drafted } from '../../../testing/content-items.ts'
import { aReel, generated } from '../../../testing/reels.ts'
import { isPartition, stored } from '../../../testing/stored.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { START, sharedWorld, type World, world } from '../../../testing/world.ts'

const shared = sharedWorld()

const CITRUS = {
  id: 1,
  name: 'Citrus Studio',
  website: null,
  airtableTable: null,
  timeZone: 'UTC',
  createdAt: new Date(START).toISOString(),
  isDemo: false,
  requiresApproval: false,
  users: 3,
  accounts: 0,
}
const A_VIDEO = { hash: 'a'.repeat(64), bytes: 1, cover_hash: 'b'.repeat(64), created_at: START, reel_check: '{}' }
const NEW = { ...CITRUS, id: 3, users: 0 }

describe('making a company', () => {
  test('needs a name only', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/companies', { name: '  Orchard & Sons  ' })
    expect(res.statusCode).toBe(201)
    expect(res.json()).toEqual({ ...NEW, name: 'Orchard & Sons' })
  })

  test('keeps a website, a table and a time zone', async () => {
    const { ask } = await world()
    const fields = {
      name: 'Orchard',
      website: 'https://orchard.example.test',
      airtableTable: 'Content',
      timeZone: 'Pacific/Auckland',
    }
    expect((await ask('admin', 'POST', '/api/companies', fields)).json()).toEqual({ ...NEW, ...fields })
  })

  test.each([
    ['no name', { name: undefined }, 'Name is required'],
    ['an empty name', { name: '' }, 'Name is required'],
    ['only spaces', { name: ' \t ' }, 'Name is required'],
    ['null for a name', { name: null }, 'Name is required'],
    ['a name of 121', { name: 'x'.repeat(121) }, 'Names have at most 120 characters'],
    ['a NUL in the name', { name: 'Orch\0ard' }, 'name must not hold the character U+0000'],
    ['no time zone of this world', { timeZone: 'Mars/Olympus' }, 'timeZone must be a name like Europe/Lisbon'],
    ['an offset for a time zone', { timeZone: '+02:00' }, 'timeZone must be a name like Europe/Lisbon'],
    ['an empty time zone', { timeZone: '' }, 'timeZone must be a name like Europe/Lisbon'],
    ['an unknown field', { owner: 1 }, 'owner is not a field of this request'],
  ])('with %s is refused and stores nothing', async (_, wrong, message) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/companies', { name: 'Orchard', ...wrong })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await stored(database)).toEqual(before)
  })

  test('is refused when the name is taken in another case', async () => {
    const { ask, database } = await shared()
    const before = await stored(database)
    const res = await ask('admin', 'POST', '/api/companies', { name: 'CITRUS studio' })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'name_taken',
      message: 'A company named CITRUS studio already exists',
      status: 409,
      success: false,
    })
    expect(await stored(database)).toEqual(before)
  })
})

describe('changing a company', () => {
  test('leaves alone what is absent, clears what is null or empty', async () => {
    const { ask } = await world()
    const change = async (body: object) => (await ask('admin', 'PUT', '/api/companies/1', body)).json()
    const full = { website: 'https://citrus.example.test', airtableTable: 'Content', timeZone: 'Asia/Kolkata' }
    expect(await change(full)).toEqual({ ...CITRUS, ...full })
    expect(await change({})).toEqual({ ...CITRUS, ...full })
    expect(await change({ website: null })).toEqual({ ...CITRUS, ...full, website: null })
    expect(await change({ airtableTable: '' })).toEqual({ ...CITRUS, ...full, website: null, airtableTable: null })
    expect(await change({ name: 'citrus STUDIO' })).toMatchObject({ name: 'citrus STUDIO', timeZone: 'Asia/Kolkata' })
  })

  test.each([
    [{ name: '' }, 400],
    [{ name: null }, 400],
    [{ timeZone: null }, 400],
    [{ timeZone: 'Nowhere' }, 400],
    [{ name: 'GROVE agency' }, 409],
    [{ name: 'Fine', website: 12 }, 400],
  ])('to %j is refused and changes nothing', async (body, status) => {
    const { ask, database } = await shared()
    const before = await stored(database)
    expect((await ask('admin', 'PUT', '/api/companies/1', body)).statusCode).toBe(status)
    expect(await stored(database)).toEqual(before)
  })

  test('shows its new name to the people in it', async () => {
    const { ask } = await world()
    await ask('admin', 'PUT', '/api/companies/1', { name: 'Lemon Studio' })
    expect((await ask('basic', 'GET', '/api/auth/status')).json().user.companyName).toBe('Lemon Studio')
  })

  test.each(['3', '0', '-1', '1.5', 'abc', '1e3', '2147483648', '01', '%00'])('of id %s is refused', async (id) => {
    const { ask } = await shared()
    const res = await ask('admin', 'PUT', `/api/companies/${id}`, { name: 'Other' })
    expect(res.statusCode).toBe(id === '3' ? 404 : 400)
  })
})

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
    const kept = await stored(here.database)
    const res = await remove(here)
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'company_in_use',
      message,
      status: 409,
      success: false,
      has: { users, accounts, renders: 0, imports: 0, subscriptions: 0, payments: 0 },
    })
    expect(await stored(here.database)).toEqual(kept)
  })

  const emptied = async ({ ask }: World, companyId: number, people: number[]) => {
    for (const id of people) await ask('admin', 'PUT', `/api/users/${id}`, { companyId: null })
    return companyId
  }

  test('waits for the reel and the import that are under way', async () => {
    const here = await world()
    await generated(here, (await aReel(here)).id)
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
    await emptied(here, 1, [1, 2, 3])
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
      const draft = await drafted(here, { caption: 'A draft' }, who)
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
      Object.entries(await stored(here.database))
        .filter(([table]) => table !== 'audit_entries')
        .flatMap(([table, rows]) => rows.filter((row) => row.company_id === id).map((row) => ({ table, ...row })))
    const others = await ofCompany(2)
    await emptied(here, 1, [1, 2, 3])
    expect((await remove(here)).statusCode).toBe(200)
    expect(await ofCompany(1)).toMatchObject([{ table: 'videos', replaced_at: START }])
    expect(await ofCompany(2)).toEqual(others)
    await here.purge()
    here.clock.moveBy(25 * 3_600_000)
    await here.purge()
    expect(await ofCompany(1)).toEqual([])
  })

  test('leaves nothing behind: every table with rows of companies is known', async () => {
    const { database } = await shared()
    const tables = await database.queries.introspection.getTables()
    const ofCompanies = tables.filter(({ columns }) => columns.some(({ name }) => name === 'company_id'))
    // A new table decides here what becomes of its rows, and in `companies.store.ts`.
    expect(
      ofCompanies
        .map(({ name }) => name)
        .filter((name) => !isPartition(database, name))
        .sort(),
    ).toEqual([
      ...['account_group_members', 'account_groups', 'account_insights', 'account_months'],
      // What triggers keep of accounts goes with them; on SQLite the names are an index alone.
      ...(testEngine === 'postgres' ? ['account_names'] : []),
      'account_periods',
      ...(testEngine === 'postgres' ? ['account_sum_moves'] : []),
      ...['account_sums', 'account_tags'],
      ...[
        'accounts',
        'ai_usage',
        'ai_usage_days',
        'alert_causes',
        'alerts',
        'approval_decisions',
        'approval_items',
        'approval_requests',
        'attachments',
        'audience_insights',
        'audit_entries',
        'billing_operations',
        'content_changes',
      ],
      ...[
        'content_counts',
        'content_items',
        'content_sync_settings',
        'credit_entries',
        'credit_periods',
        'drive_folders',
        'drive_imports',
      ],
      ...[
        'drives',
        'events',
        'idempotency_keys',
        'insight_accounts',
        'jobs',
        'latest_posts',
        'mail_recipient_companies',
        'media_insights',
        'metric_snapshots',
        'metrics_imports',
      ],
      ...[
        'music',
        'oauth_states',
        'online_insights',
        'own_account_states',
        'own_accounts',
        'own_media',
        'pending_creates',
        'post_readings',
        'posts',
        'prompts',
        'provider_customers',
        'provider_events',
        // With the company itself, which they refer to.
        'publications',
        'publishing_settings',
        'publishing_slots',
        'reels',
      ],
      ...[
        'renders',
        'report_schedules',
        'report_views',
        'reports',
        'sandbox_customers',
        'secrets',
        'share_links',
        'subscriptions',
        'synced_records',
      ],
      ...['team_comments', 'uploads', 'users'],
      ...['videos', 'webhook_deliveries'],
    ])
  })

  test('is done once', async () => {
    const here = await world()
    const { id } = (await here.ask('admin', 'POST', '/api/companies', { name: 'Short' })).json()
    expect((await remove(here, id)).json()).toEqual({ success: true })
    expect((await remove(here, id)).statusCode).toBe(404)
    expect((await here.ask('admin', 'POST', '/api/companies', { name: 'short' })).statusCode).toBe(201)
  })
})

describe('the list of companies', () => {
  test('comes by name, goes on where the Link header says, and can be searched', async () => {
    const { ask } = await world()
    for (const name of ['apple_tree', 'Apple Tree', 'Zest', '50% Off'])
      await ask('admin', 'POST', '/api/companies', { name })
    const names = (res: { json(): { name: string }[] }) => res.json().map(({ name }) => name)
    const first = await ask('admin', 'GET', '/api/companies?limit=4')
    expect(first.headers['x-total-count']).toBe('6')
    const next = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    const second = await ask('admin', 'GET', next)
    expect(second.headers.link).toBeUndefined()
    const all = [...names(first), ...names(second)]
    expect(all.toSorted()).toEqual(
      ['50% Off', 'Apple Tree', 'Citrus Studio', 'Grove Agency', 'Zest', 'apple_tree'].toSorted(),
    )
    expect(all.at(-1)).toBe('Zest')
    const found = async (q: string) => names(await ask('admin', 'GET', `/api/companies?q=${encodeURIComponent(q)}`))
    expect(await found('STUDIO')).toEqual(['Citrus Studio'])
    expect(await found('e_t')).toEqual(['apple_tree'])
    expect(await found('0%')).toEqual(['50% Off'])
  })

  test('lists how many users and accounts each has, in any order', async () => {
    const { ask } = await world({
      accounts: ['one', { username: 'two', companyId: 2 }, { username: 'three', companyId: 2 }],
    })
    await ask('admin', 'POST', '/api/companies', { name: 'Zest' })
    const rows = (await ask('admin', 'GET', '/api/companies?sort=recent')).json()
    expect(rows.map(({ name, users, accounts }: Record<string, unknown>) => [name, users, accounts])).toEqual([
      ['Zest', 0, 0],
      ['Grove Agency', 1, 2],
      ['Citrus Studio', 3, 1],
    ])
    const first = await ask('admin', 'GET', '/api/companies?sort=recent&limit=2')
    const next = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    expect((await ask('admin', 'GET', next)).json()).toEqual([rows[2]])
  })

  test('can be filtered by id', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', '/api/companies?ids=2,77')
    expect(res.json().map(({ name }: { name: string }) => name)).toEqual(['Grove Agency'])
    for (const ids of ['', '1,', 'x', '0', '1,2147483648', Array.from({ length: 201 }, (_, at) => at + 1).join()])
      expect((await ask('admin', 'GET', `/api/companies?ids=${ids}`)).statusCode).toBe(400)
  })
})
