/** The list of users: its order, its pages and its search. */
import { describe, expect, test } from 'vitest'
import { LISTED_PRO, NEWCOMER } from '#testing/listed-users.ts'
import { setUpSharedWorld, world } from '#testing/world.ts'

const shared = setUpSharedWorld()

describe('the list of users', () => {
  test('comes by name, with how many there are', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', '/api/users')
    expect(res.json().map(({ username }: { username: string }) => username)).toEqual([
      'admin',
      'basic',
      'foreigner',
      'loner',
      'pro',
    ])
    expect(res.json().at(-1)).toEqual(LISTED_PRO)
    expect(res.headers['x-total-count']).toBe('5')
    expect(res.headers.link).toBeUndefined()
  })

  test('goes on where the Link header says', async () => {
    const { ask } = await shared()
    const pages: string[][] = []
    for (let url: string | undefined = '/api/users?limit=2'; url; ) {
      const res = await ask('admin', 'GET', url)
      pages.push(res.json().map(({ username }: { username: string }) => username))
      expect(res.headers['x-total-count']).toBe(pages.length === 1 ? '5' : undefined)
      url = String(res.headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]
      expect(pages.length).toBeLessThan(4)
    }
    expect(pages).toEqual([['admin', 'basic'], ['foreigner', 'loner'], ['pro']])
  })

  test('sorts by role or by age on request, page by page', async () => {
    const { ask } = await shared()
    const inOrder = async (sort: string) => {
      const names: string[] = []
      for (let url: string | undefined = `/api/users?limit=2&sort=${sort}`; url; ) {
        const res = await ask('admin', 'GET', url)
        names.push(...res.json().map(({ username }: { username: string }) => username))
        url = String(res.headers.link ?? '').match(/^<([^>]+)>; rel="next"$/)?.[1]
      }
      return names
    }
    expect(await inOrder('role')).toEqual(['admin', 'basic', 'loner', 'foreigner', 'pro'])
    expect(await inOrder('recent')).toEqual(['loner', 'foreigner', 'basic', 'pro', 'admin'])
    expect((await ask('admin', 'GET', '/api/users?sort=age')).statusCode).toBe(400)
  })

  test('refuses a cursor that belongs to another order', async () => {
    const { ask } = await shared()
    const { headers } = await ask('admin', 'GET', '/api/users?limit=2')
    const cursor = new URL(String(headers.link).slice(1).split('>')[0] ?? '', 'http://here').searchParams.get('cursor')
    const res = await ask('admin', 'GET', `/api/users?sort=role&cursor=${cursor}`)
    expect(res.statusCode).toBe(400)
    expect(res.json().message).toBe('cursor is not one from a Link header')
  })

  test('shows those of one company only', async () => {
    const { ask } = await shared()
    const of = async (query: string) => {
      const res = await ask('admin', 'GET', `/api/users?${query}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return res.json().map(({ username }: { username: string }) => username)
    }
    expect(await of('companyId=1')).toEqual(['admin', 'basic', 'pro'])
    expect(await of('companyId=1&q=ro')).toEqual(['pro'])
    expect(await of('companyId=77')).toEqual([])
  })

  test('can be searched in any case; signs of the query language mean themselves', async () => {
    const { ask } = await world()
    for (const username of ['under_score', 'underscore', '100%', 'back\\slash'])
      await ask('admin', 'POST', '/api/users', { ...NEWCOMER, username })
    const search = async (q: string) => {
      const res = await ask('admin', 'GET', `/api/users?q=${encodeURIComponent(q)}`)
      expect(res.headers['x-total-count']).toBe(String(res.json().length))
      return res.json().map(({ username }: { username: string }) => username)
    }
    expect(await search('ASI')).toEqual(['basic'])
    expect(await search('r_s')).toEqual(['under_score'])
    expect(await search('%')).toEqual(['100%'])
    expect(await search('\\')).toEqual(['back\\slash'])
    expect(await search('no such user')).toEqual([])
    expect(await search('')).toHaveLength(9)
  })
})
