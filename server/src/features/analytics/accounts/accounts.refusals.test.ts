/** Requests about accounts that are refused for what they hold, and of which nothing is stored. */
import { describe, expect, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { setUpSharedWorld, type World, world } from '../../../testing/world.ts'

const shared = setUpSharedWorld({ accounts: ['own', { username: 'foreign', companyId: 2 }] })

const withBody = (
  { app, tokens }: World,
  payload: string | Buffer,
  type: string | null,
  method: 'POST' | 'PUT' = 'POST',
) =>
  app.inject({
    method,
    url: method === 'POST' ? '/api/accounts' : '/api/accounts/1',
    headers: { authorization: `Bearer ${tokens.admin}`, ...(type && { 'content-type': type }) },
    payload,
  })

describe('tracking an account', () => {
  test.each([
    ['nothing', {}, 'Username is required'],
    ['an empty username', { username: '' }, 'Username is required'],
    ['only an @', { username: '@' }, 'Username is required'],
    ['two @', { username: '@@own' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['only spaces', { username: '   ' }, 'Username is required'],
    [
      'a space inside',
      { username: 'two words' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    ['an emoji', { username: '🍊' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    ['an accent', { username: 'jalapeño' }, 'Instagram usernames hold only letters, digits, dots and underscores'],
    [
      'an address',
      { username: 'instagram.com/nasa' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [
      'a line break inside',
      { username: 'a\nb' },
      'Instagram usernames hold only letters, digits, dots and underscores',
    ],
    ['a NUL', { username: 'a\0b' }, 'username must not hold the character U+0000'],
    ['31 characters', { username: 'x'.repeat(31) }, 'Instagram usernames have at most 30 characters'],
    ['10 kB', { username: 'x'.repeat(10_240) }, 'Instagram usernames have at most 30 characters'],
    ['a number', { username: 12 }, 'Username is required'],
    ['null', { username: null }, 'Username is required'],
    [
      'an unknown category',
      { username: 'grove', category: 'Gardening' },
      'category must be one of: Fitness & Wellness, Food & Recipes, Travel & Photography, Fashion & Style, Technology & Gadgets, Business & Entrepreneurship, Other',
    ],
    ['notes of 2,001', { username: 'grove', notes: 'x'.repeat(2_001) }, 'Notes have at most 2000 characters'],
    ['a NUL in the notes', { username: 'grove', notes: 'a\0b' }, 'notes must not hold the character U+0000'],
    ['half a character in the notes', { username: 'grove', notes: '\udfff' }, 'notes must be well-formed Unicode text'],
    ['company 0', { username: 'grove', companyId: 0 }, 'companyId must be a whole number from 1 to 2147483647'],
    ['company 1.5', { username: 'grove', companyId: 1.5 }, 'companyId must be a whole number from 1 to 2147483647'],
    ["company '1'", { username: 'grove', companyId: '1' }, 'companyId must be a whole number from 1 to 2147483647'],
    ['company null', { username: 'grove', companyId: null }, 'companyId must be a whole number from 1 to 2147483647'],
    [
      'company 2^31',
      { username: 'grove', companyId: 2 ** 31 },
      'companyId must be a whole number from 1 to 2147483647',
    ],
    ['a company that is not there', { username: 'grove', companyId: 77 }, 'There is no such company'],
    ['unknown fields', { username: 'grove', followers: 5, id: 3 }, 'followers is not a field of this request'],
    ['a list', [{ username: 'grove' }], 'The request must be an object'],
  ])('with %s is refused, and nothing is stored', async (_, body, message) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    const res = await ask('admin', 'POST', '/api/accounts', body)
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ error: 'invalid_input', message, status: 400, success: false })
    expect(await readTables(database)).toEqual(before)
  })

  test('names every bad field at once', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'POST', '/api/accounts', { username: '@', notes: 5, colour: 'red' })
    expect(res.json().fields).toEqual({
      username: 'Username is required',
      notes: 'must be text',
      colour: 'is not a field of this request',
    })
  })

  const GOOD = '{"username":"grove"}'
  test.each([
    ['plain text', GOOD, 'text/plain', 415, 'Send JSON with the content type application/json'],
    ['no content type', GOOD, null, 415, 'Send JSON with the content type application/json'],
    [
      'a form',
      'username=grove',
      'application/x-www-form-urlencoded',
      415,
      'Send JSON with the content type application/json',
    ],
    ['XML', '<username>grove</username>', 'application/xml', 415, 'Send JSON with the content type application/json'],
    [
      'a multipart form',
      '--x--\r\n',
      'multipart/form-data; boundary=x',
      415,
      'Send JSON with the content type application/json',
    ],
    ['half of it', '{"username":"gro', 'application/json', 400, 'The body is not valid JSON'],
    ['no JSON', 'username: grove', 'application/json', 400, 'The body is not valid JSON'],
    ['an empty body', '', 'application/json', 400, 'The body is empty, but must be JSON'],
    ['null', 'null', 'application/json', 400, 'The request must be an object'],
    [
      'the key __proto__',
      '{"username":"grove","__proto__":{"role":"admin"}}',
      'application/json',
      400,
      'The body is not valid JSON',
    ],
    [
      'the key constructor.prototype',
      '{"username":"grove","constructor":{"prototype":{"role":"admin"}}}',
      'application/json',
      400,
      'The body is not valid JSON',
    ],
    [
      'one byte more than 1 MB',
      `{"username":"grove"}${' '.repeat(1024 * 1024 - GOOD.length + 1)}`,
      'application/json',
      413,
      'The request is larger than 1 MB',
    ],
    [
      '200,000 brackets',
      `{"notes":${'['.repeat(200_000)}${']'.repeat(200_000)},"username":"grove"}`,
      'application/json',
      400,
      'notes must be text',
    ],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'application/json',
      400,
      /is not a field|Username/,
    ],
  ])('with %s is refused, and nothing is stored', async (_, body, type, status, message) => {
    const here = await shared()
    const before = await readTables(here.database)
    for (const method of ['POST', 'PUT'] as const) {
      const res = await withBody(here, body, type, method)
      expect(res.statusCode, `${method} ${res.body}`).toBe(status)
      expect(res.json()).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/), status, success: false })
      expect(res.json().message).toMatch(message)
    }
    expect(await readTables(here.database)).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('takes a body of exactly 1 MB', async () => {
    const here = await world()
    expect((await withBody(here, GOOD + ' '.repeat(1024 * 1024 - GOOD.length), 'application/json')).statusCode).toBe(
      201,
    )
  })
})

describe('an address with a bad id', () => {
  test.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '2147483648',
    '99999999999999999999',
    '1e3',
    '01',
    '+1',
    '%20',
    '1%00',
    '%F0%9F%8D%8A',
  ])('%s is refused', async (id) => {
    const { ask, database } = await shared()
    const before = await readTables(database)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { notes: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/posts', undefined],
      ['GET', '/metrics', undefined],
      ['GET', '/metrics/history', undefined],
      ['POST', '/metrics', { followers: 1 }],
    ] as const) {
      const res = await ask('admin', method, `/api/accounts/${id}${path}`, body)
      expect(res.statusCode).toBe(400)
      expect(res.json()).toMatchObject({ error: 'invalid_input', status: 400, success: false })
      expect(Object.keys(res.json().fields)).toEqual(['accountId'])
    }
    expect(await readTables(database)).toEqual(before)
  })

  test('the largest id there can be is merely missing', async () => {
    const { ask } = await shared()
    const res = await ask('admin', 'GET', '/api/accounts/2147483647')
    expect(res.json()).toEqual({ error: 'not_found', message: 'Account not found', status: 404, success: false })
  })
})
