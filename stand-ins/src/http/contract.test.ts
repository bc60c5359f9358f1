import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { airtableErrors } from '../airtable/airtable-errors.ts'
import { queryIn } from '../airtable/query.ts'
import { apifyErrors } from '../apify/apify-errors.ts'
import { apifyProfiles } from '../apify-profiles.ts'
import { graphErrors } from '../graph/graph-errors.ts'
import { contract, schemaJudge } from './contract.ts'
import type { Answer } from './send.ts'

interface Sample {
  name: string
  operation: string
  schema?: string
  part: 'request' | 'response' | 'error'
  status?: number
  headers?: Record<string, string>
  /** A whole request, as a line. */
  request?: string
  body: unknown
  invalid?: boolean
}

const instagram = contract('instagram/openapi.json')
const apify = contract('apify/openapi.json')
const airtable = contract('airtable/openapi.json')
const openai = contract('openai/openapi.json')
const samples = (folder: string) =>
  (
    JSON.parse(readFileSync(new URL(`../../contracts/${folder}/samples.json`, import.meta.url), 'utf8')) as {
      samples: Sample[]
    }
  ).samples

const rows = [
  ...samples('instagram').map((sample) => ({ ...sample, rules: instagram })),
  ...samples('apify').map((sample) => ({ ...sample, rules: apify })),
  ...samples('airtable').map((sample) => ({ ...sample, rules: airtable })),
  ...samples('openai').map((sample) => ({ ...sample, rules: openai })),
]
const operationOf = ({ rules, operation }: (typeof rows)[number]) => {
  const found = rules.operations.find(({ id }) => id === operation)
  if (!found) throw new Error(`no operation ${operation}`)
  return found
}

test('every sample is used', () => {
  const used = [answers, requests, lines].flat()
  expect(rows.filter((row) => !used.includes(row))).toEqual([])
  expect([answers.length, requests.length, lines.length]).toEqual([72, 14, 5])
})

const answers = rows.filter(({ part }) => part !== 'request')
test.each(answers)('an answer that the contract knows: $name', (sample) => {
  const { rules, schema, status = 0, headers = {}, body } = sample
  expect(operationOf(sample).answerProblems({ status, headers, body })).toEqual([])
  if (schema) expect(rules.problems(schema.split('/').at(-1) ?? '', body)).toEqual([])
})

const requests = rows.filter(({ part }) => part === 'request')
test.each(requests)('a request that the contract judges: $name', (sample) => {
  const problems = operationOf(sample).requestProblems({
    path: pathOf(sample),
    query: {},
    body: sample.body,
  })
  if (sample.invalid) expect(problems.join()).toMatch(/video_url|^\/messages must NOT have fewer/)
  else expect(problems).toEqual([])
})

function pathOf({ rules, operation }: (typeof rows)[number]): Record<string, string> {
  if (rules === openai) return {}
  if (rules === apify) return { actorId: 'apify~instagram-profile-scraper' }
  if (rules === instagram) return { version: 'v25.0', igUserId: '17841405309211844' }
  const table = { baseId: 'app00000000000001', tableIdOrName: 'Posts' }
  return operation === 'records.update' ? { ...table, recordId: 'rec00000000000001' } : table
}

const lines = rows.filter(({ request }) => request)
test.each(lines)('the request of an answer: $name', ({ rules, operation, request = '' }) => {
  const [method = '', address = '', input] = request.split(/ +(.*?)(?: {2}(.*))?$/)
  const url = new URL(address, 'https://vendor.example')
  const found = rules.find(method, url.pathname)
  expect(found?.operation.id).toBe(operation)
  const query = queryIn(url.searchParams)
  const body = input ? JSON.parse(input) : undefined
  expect(found?.operation.requestProblems({ path: found.path, query, body })).toEqual([])
})

test('the input of the scraper has a judge of its own', () => {
  const problems = schemaJudge('apify/actor-input.schema.json')
  for (const { body } of apifyProfiles.samples().filter(({ part }) => part === 'request')) {
    expect(problems(body)).toEqual([])
  }
  for (const input of [{}, { usernames: 'nasa' }, { usernames: [] }, { usernames: [1] }, { usernames: ['a'], x: 1 }]) {
    expect(problems(input)).not.toEqual([])
  }
})

const made: [string, Answer[]][] = [
  [
    'instagram',
    [
      graphErrors.noSuchUser('nobody.here'),
      graphErrors.tokenExpired(),
      graphErrors.tokenInvalid(),
      graphErrors.permissionMissing(),
      graphErrors.appLimit(),
      graphErrors.userLimit(),
      graphErrors.pageLimit(),
      graphErrors.instagramLimit({ ownId: '17841405309211844', minutes: 19 }),
      graphErrors.temporary(),
    ],
  ],
  [
    'apify',
    [
      apifyErrors.runFailed(),
      apifyErrors.tokenMissing(),
      apifyErrors.tokenInvalid(),
      apifyErrors.outOfCredit(),
      apifyErrors.permissionMissing(),
      apifyErrors.noSuchActor(),
      apifyErrors.runTooLong(),
      apifyErrors.rateLimit(),
    ],
  ],
  [
    'airtable',
    [
      airtableErrors.authenticationRequired(),
      airtableErrors.notAllowed(),
      airtableErrors.notFound(),
      airtableErrors.unknownField('Captoin'),
      airtableErrors.newOption('Archived'),
      airtableErrors.badValue('Likes'),
      airtableErrors.badFormula('Unknown field names: captoin'),
      airtableErrors.invalidRequest(),
      airtableErrors.walkGone(),
      airtableErrors.rateLimit(),
      airtableErrors.rateLimitPlain(),
      airtableErrors.billingLimit(),
      airtableErrors.unavailable(),
    ],
  ],
]

test.each(made)('the errors made for %s are the documented ones', (folder, errors) => {
  const reads = ['readObject', 'actor_runSyncGetDatasetItems_post']
  const documented = samples(folder).filter(
    ({ part, operation }) => part === 'error' && (reads.includes(operation) || operation.startsWith('records.')),
  )
  expect(errors).toEqual(
    documented.map(({ status, headers, body }) => ({ status, body, ...(headers ? { headers } : {}) })),
  )
})

test('the other errors of the Graph API are errors by the contract', () => {
  const others = [
    graphErrors.customLimit(),
    graphErrors.unknown(),
    graphErrors.badParameter('x'),
    graphErrors.noSuchObject('1'),
  ]
  for (const { body } of others) expect(instagram.problems('Error', body)).toEqual([])
  expect(others.map(({ body }) => (body as { error: { code: number } }).error.code)).toEqual([613, 1, 100, 100])
})

test.each([
  ['a body of another shape', { status: 200, body: { id: 'x' } }],
  ['a time of another kind', { status: 200, body: buildDiscoveredPost({ timestamp: '2025-08-29T17:16:11.000Z' }) }],
  ['likes below zero', { status: 200, body: buildDiscoveredPost({ like_count: -1 }) }],
  ['an unknown field', { status: 200, body: buildDiscoveredPost({ shares: 1 }) }],
  ['an unknown status', { status: 418, body: graphErrors.unknown().body }],
  [
    'a usage header without percent',
    { status: 200, headers: { 'X-App-Usage': '{"call_count":"12"}' }, body: buildDiscoveredPost({}) },
  ],
])('an answer is refused for %s', (_, answer) => {
  const operation = instagram.operations.find(({ id }) => id === 'readObject')
  expect(operation?.answerProblems({ status: 200, body: buildDiscoveredPost({}) })).toEqual([])
  expect(operation?.answerProblems(answer)).not.toEqual([])
})

function buildDiscoveredPost(change: object) {
  return { id: '1', business_discovery: { id: '2', media: { data: [{ id: '3', ...change }] } } }
}
