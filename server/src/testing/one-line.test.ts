/** Names are one line of what a reader sees; captions, notes and prompts have as many lines as they like. Through the routes. */
import { expect, test } from 'vitest'
import { setUpSharedWorld } from './world.ts'

const here = setUpSharedWorld({ accounts: ['own'] })

const CUSTOMER = { planId: 1, customerEmail: 'ann@example.org' }
const INDUSTRY = { industry: 'Bakery' }

/** Every field that takes a name, with the request around it. */
const NAMES: [string, 'POST' | 'PUT', string, string, (text: string) => object][] = [
  ['the name of a company', 'POST', '/api/companies', 'name', (name) => ({ name })],
  ['its new name', 'PUT', '/api/companies/2', 'name', (name) => ({ name })],
  ['its website', 'PUT', '/api/companies/2', 'website', (website) => ({ website })],
  ['its table', 'PUT', '/api/companies/2', 'airtableTable', (airtableTable) => ({ airtableTable })],
  ['the name of a group of accounts', 'POST', '/api/groups', 'name', (name) => ({ name, accountIds: [1] })],
  ['the profile id of a user', 'PUT', '/api/users/3', 'profileId', (profileId) => ({ profileId })],
  ['why credits are given', 'POST', '/api/companies/1/credits', 'reason', (reason) => ({ credits: 1, reason })],
  [
    'the title of a prompt',
    'POST',
    '/api/prompts/save',
    'title',
    (title) => ({ title, prompt: 'Write.', companyId: 1 }),
  ],
  [
    'who a prompt is for',
    'POST',
    '/api/prompts/generate',
    'companyName',
    (companyName) => ({ companyName, ...INDUSTRY }),
  ],
  ['the place of a draft', 'POST', '/api/content/posts', 'location', (location) => ({ location })],
  ['a hashtag', 'POST', '/api/content/posts', 'hashtags', (hashtag) => ({ hashtags: [hashtag] })],
  ['a tagged user', 'POST', '/api/content/posts', 'taggedUsers', (user) => ({ taggedUsers: [user] })],
  [
    'who pays',
    'POST',
    '/api/companies/1/subscription/setup',
    'customerName',
    (customerName) => ({ ...CUSTOMER, customerName }),
  ],
]

test.each(NAMES)('%s takes no text of two lines, turned round, or unseen', async (_, method, url, field, bodyOf) => {
  const { ask } = await here()
  for (const text of ['Grove\r\nStudio', 'Gro\u202Eve', '\u200Bx', 'Gro\u2028ve', 'Gro\u200Dve', '\u3164']) {
    const res = await ask('admin', method, url, bodyOf(text), { 'idempotency-key': `of ${JSON.stringify(text)}` })
    expect(res.statusCode, `${JSON.stringify(text)} ${res.body}`).toBe(400)
    expect(res.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringMatching(
        new RegExp(`^${field}\\S* must be one line, without control or invisible characters$`),
      ),
    })
  }
})

test('a name may hold emoji that are joined, and joiners in scripts that are drawn with them', async () => {
  const { ask } = await here()
  for (const name of [
    'Bakery \u{1F469}\u{1F3FD}\u200D\u{1F373}',
    'Love \u2764\uFE0F',
    '\u0645\u06CC\u200C\u0631\u0648\u0645',
  ]) {
    const res = await ask('admin', 'POST', '/api/companies', { name })
    expect(res.statusCode, res.body).toBe(201)
    expect(res.json().name).toBe(name)
  }
})

test('captions and notes keep their lines and their joined emoji', async () => {
  const { ask } = await here()
  const text = 'One line\nand another\t\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'
  const draft = await ask('pro', 'POST', '/api/content/posts', { caption: text })
  expect(draft.json()).toMatchObject({ caption: text })
  const account = await ask('pro', 'PUT', '/api/accounts/1', { notes: text })
  expect(account.json()).toMatchObject({ notes: text })
})
