/** Companies (spec §5, D6, D15), through the routes. Who may call them is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { START, setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld()

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
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/companies', { name: 'Orchard', ...wrong })
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await readTables(database)).toEqual(before)
  })

  test('is refused when the name is taken in another case', async () => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/companies', { name: 'CITRUS studio' })
    expect(res.statusCode).toBe(409)
    expect(res.json()).toEqual({
      error: 'name_taken',
      message: 'A company named CITRUS studio already exists',
      status: 409,
      success: false,
    })
    expect(await readTables(database)).toEqual(before)
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
    const before = await readTables(database)
    expect((await ask('admin', 'PUT', '/api/companies/1', body)).statusCode).toBe(status)
    expect(await readTables(database)).toEqual(before)
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
    const search = async (q: string) => names(await ask('admin', 'GET', `/api/companies?q=${encodeURIComponent(q)}`))
    expect(await search('STUDIO')).toEqual(['Citrus Studio'])
    expect(await search('e_t')).toEqual(['apple_tree'])
    expect(await search('0%')).toEqual(['50% Off'])
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
