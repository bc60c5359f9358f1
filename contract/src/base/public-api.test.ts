/** What the documentation says of the public API is what the contract says. */
import { expect, test } from 'vitest'
import { ErrorBody, type RouteRow, routes } from '../index.ts'
import { curlLine, PUBLIC_API, PUBLIC_REFUSAL, publicAddress } from './public-api.ts'

const rows = Object.values(routes).flatMap((room) => Object.values<RouteRow>(room))
const opened = rows.filter(({ access }) => access === 'reader')
const inBraces = ({ path }: RouteRow) => path.replaceAll(/:(\w+)/g, '{$1}')

test('an API token opens the six documented addresses and nothing else', () => {
  expect(opened.map((row) => `${row.method} ${inBraces(row)}`).sort()).toEqual(
    Object.values(PUBLIC_API)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
})

test.each(Object.entries(PUBLIC_API))('%s is described with the parameters it has', (_, endpoint) => {
  const row = opened.find((one) => inBraces(one) === endpoint.path)
  const namesOf = (place: string) =>
    endpoint.parameters.filter((parameter) => parameter.place === place).map(({ name }) => name)
  expect(namesOf('path').sort()).toEqual(Object.keys(row?.params?.shape ?? {}).sort())
  expect(namesOf('query').sort()).toEqual(Object.keys(row?.query?.shape ?? {}).sort())
  const given = endpoint.parameters.filter(({ example }) => example !== '')
  const examples = (place: string) =>
    Object.fromEntries(given.filter((one) => one.place === place).map(({ name, example }) => [name, example]))
  expect(row?.params?.safeParse(examples('path')).error).toBeUndefined()
  expect(row?.query?.safeParse(examples('query')).error).toBeUndefined()
})

test.each(
  rows.filter(({ example }) => example !== undefined).map((row) => [`${row.method} ${row.path}`, row] as const),
)('the example of %s fits what it answers, and leaves nothing out', (_, row) => {
  expect(row.reply.parse(row.example)).toEqual(row.example)
})

test('every address that tokens open has an example', () => {
  expect(opened.filter(({ example }) => example === undefined)).toEqual([])
  expect(ErrorBody.parse(PUBLIC_REFUSAL)).toEqual(PUBLIC_REFUSAL)
})

test('an address is made of what was filled in', () => {
  expect(publicAddress(PUBLIC_API.account, { accountId: '7' })).toBe('/api/accounts/7')
  expect(publicAddress(PUBLIC_API.accounts, { q: 'green & tea', sort: '' })).toBe('/api/accounts?q=green+%26+tea')
  expect(publicAddress(PUBLIC_API.account, { accountId: '../users' })).toBe('/api/accounts/..%2Fusers')
})

test('a line for curl can be pasted as it is', () => {
  expect(curlLine('http://localhost:5000/api/accounts/7', '$TANGELO_TOKEN')).toBe(
    'curl -H "Authorization: Bearer $TANGELO_TOKEN" "http://localhost:5000/api/accounts/7"',
  )
})
