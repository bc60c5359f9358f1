import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '../http/contract.ts'
import { publishingErrors } from './publishing-errors.ts'

interface Sample {
  name: string
  operation: string
  schema?: string
  part: 'request' | 'response' | 'error'
  status?: number
  headers?: Record<string, string>
  form?: true
  invalid?: true
  body: unknown
}

const rules = contract('instagram-publishing/openapi.json')
const { samples } = JSON.parse(
  readFileSync(new URL('../../contracts/instagram-publishing/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }

function problemsOf({ operation, schema, part, status = 200, headers, body, form }: Sample): string[] {
  const rule = rules.operations.find(({ id }) => id === operation)
  const bySchema = schema === undefined ? [] : rules.problems(schema.split('/').at(-1) ?? '', body)
  if (part === 'request' && schema !== undefined) return bySchema
  if (part !== 'request' && status !== 302)
    return [...bySchema, ...(rule?.answerProblems({ status, body, ...(headers && { headers }) }) ?? ['no operation'])]
  if (part !== 'request') return bySchema
  const path = { objectId: '17841400000000101', containerId: '17889455560051444', version: 'v25.0' }
  const known = Object.fromEntries(Object.entries(path).filter(([name]) => name === 'objectId'))
  const isAddressed = operation !== 'instagramCode'
  return (
    rule?.requestProblems({
      path: isAddressed ? known : {},
      query: {},
      body: typeof body === 'object' ? { ...body } : body,
      ...(operation !== 'instagramCode' && { isForm: form === true }),
    }) ?? ['no operation']
  )
}

test('all two hundred and one samples are as valid, or as wrong, as they say', () => {
  const wrong = samples.filter((sample) => problemsOf(sample).length > 0 !== (sample.invalid === true))
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect([samples.length, samples.filter(({ invalid }) => invalid).length]).toEqual([201, 53])
})

/** Without what differs from answer to answer. */
function comparable({ status, headers, body }: { status?: number; headers?: object; body: unknown }) {
  const text = JSON.stringify(body)
  return { status, headers, body: JSON.parse(text.replace(/,?"fbtrace_id":"\w+"/, '')) }
}

const documented = samples.filter(({ part, invalid }) => part === 'error' && !invalid)

test.each(documented)('the stand-in can answer line by line: $name', (sample) => {
  const made = Object.values(publishingErrors)
    .filter((make) => make.length === 0)
    .map((make) => comparable((make as () => { status: number; body: unknown })()))
  expect(made).toContainEqual(comparable(sample))
})

test('every error but those of proxies is one by the contract', () => {
  const { badParameter, gateway, ...others } = publishingErrors
  const makers: (() => { status: number; body: unknown })[] = Object.values(others)
  const schemas = ['Error', 'UploadError', 'InstagramOAuthError']
  for (const make of makers) {
    const { body } = make()
    expect(schemas.map((schema) => rules.problems(schema, body).length)).toContain(0)
  }
  expect(rules.problems('Error', badParameter('x').body)).toEqual([])
  expect([gateway(504).status, typeof gateway().body]).toEqual([504, 'string'])
})
