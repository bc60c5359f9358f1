import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askS3 } from '../testing/sign.ts'
import { startS3 } from '../testing/start-service.ts'
import { s3Errors } from './s3-errors.ts'
import { signatureOf } from './signature.ts'

const { requests, ...documented } = JSON.parse(
  readFileSync(new URL('../../contracts/s3/signatures.json', import.meta.url), 'utf8'),
) as {
  secretAccessKey: string
  region: string
  date: string
  host: string
  requests: { name: string; method: string; path: string; headers: Record<string, string>; signature: string }[]
}

test.each(requests)('signs as the documentation does: $name', ({ method, path, headers, signature }) => {
  const { secretAccessKey, region, date, host } = documented
  const signed = { host, ...headers }
  const signedHeaders = Object.keys(signed).sort()
  const request = { method, url: new URL(`https://${host}${path}`), headers: signed }
  expect(signatureOf(secretAccessKey, request, { date, region, signedHeaders })).toBe(signature)
})

const codeIn = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]

test('keeps an object until it is removed, and tells what it is', async () => {
  const s3 = await startS3()
  const put = await askS3(s3, 'PUT', '/tangelo/a/b%20c.txt', {
    body: 'orange 🍊',
    headers: { 'content-type': 'text/plain' },
  })
  expect([put.status, put.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)])
  const get = await askS3(s3, 'GET', '/tangelo/a/b%20c.txt')
  expect([get.status, get.headers.get('content-type'), await get.text()]).toEqual([200, 'text/plain', 'orange 🍊'])
  const head = await askS3(s3, 'HEAD', '/tangelo/a/b%20c.txt')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '11', ''])
  expect([...s3.objects.keys()]).toEqual(['a/b c.txt'])
  for (const status of [204, 204]) expect((await askS3(s3, 'DELETE', '/tangelo/a/b%20c.txt')).status).toBe(status)
  expect(await codeIn(await askS3(s3, 'GET', '/tangelo/a/b%20c.txt'))).toBe('NoSuchKey')
  expect((await askS3(s3, 'HEAD', '/tangelo')).status).toBe(200)
})

test('keeps nothing of what is not what it is said to be', async () => {
  const s3 = await startS3()
  const other = await askS3(s3, 'PUT', '/tangelo/x', {
    body: 'one',
    headers: { 'x-amz-content-sha256': '0'.repeat(64) },
  })
  expect([other.status, await codeIn(other)]).toEqual([400, 'XAmzContentSHA256Mismatch'])
  expect(s3.objects.size).toBe(0)
  const once = { body: 'one', headers: { 'if-none-match': '*' } }
  expect([
    (await askS3(s3, 'PUT', '/tangelo/x', once)).status,
    (await askS3(s3, 'PUT', '/tangelo/x', once)).status,
  ]).toEqual([200, 412])
})

test('answers ranges and conditions', async () => {
  const s3 = await startS3()
  await askS3(s3, 'PUT', '/tangelo/x', { body: '0123456789' })
  for (const [range, status, text, contentRange] of [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=10-', 416, undefined, null],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
  ] as const) {
    const answer = await askS3(s3, 'GET', '/tangelo/x', { headers: { range } })
    expect([answer.status, answer.headers.get('content-range')], range).toEqual([status, contentRange])
    if (text !== undefined) expect(await answer.text()).toBe(text)
    else expect(await codeIn(answer)).toBe('InvalidRange')
  }
  const tag = (await askS3(s3, 'HEAD', '/tangelo/x')).headers.get('etag') ?? ''
  expect((await askS3(s3, 'GET', '/tangelo/x', { headers: { 'if-none-match': tag } })).status).toBe(304)
  expect((await askS3(s3, 'GET', '/tangelo/x', { headers: { 'if-match': '"other"' } })).status).toBe(412)
})

test('accepts no request without a signature that is right in every part', async () => {
  const s3 = await startS3()
  const code = async (...[path, question]: [string, Parameters<typeof askS3>[3]?]) =>
    codeIn(await askS3(s3, 'GET', path, question))
  expect(await codeIn(await fetch(`${s3.url}/tangelo/x`))).toBe('AccessDenied')
  expect(await code('/tangelo/x', { key: { accessKeyId: 'AKIANOBODY' } })).toBe('InvalidAccessKeyId')
  expect(await code('/tangelo/x', { key: { secretAccessKey: 'guessed' } })).toBe('SignatureDoesNotMatch')
  expect(await code('/tangelo/x', { key: { region: 'us-east-1' } })).toBe('AuthorizationHeaderMalformed')
  expect(await code('/tangelo/x', { moment: '20261121T114400Z' })).toBe('RequestTimeTooSkewed')
  expect(await code('/tangelo/x', { headers: { range: 'bytes=0-1' }, tamper: { range: 'bytes=0-9' } })).toBe(
    'SignatureDoesNotMatch',
  )
  expect(await code('/tangelo/x', { tamper: { 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
  expect(await code('/elsewhere/x')).toBe('NoSuchBucket')
  expect(await code('/tangelo/?list-type=2')).toBe('NotImplemented')
  expect(await code('/tangelo/x?uploads')).toBe('NotImplemented')
  expect(await code('/tangelo/x')).toBe('NoSuchKey')
})

test('fails on request', async () => {
  const s3 = await startS3()
  await askS3(s3, 'PUT', '/tangelo/x', { body: '0123456789' })
  s3.faults.next(1, s3Errors.slowDown({ 'Retry-After': '3' }))
  s3.faults.next(1, 'truncated')
  s3.faults.next(1, 'reset')
  const busy = await askS3(s3, 'GET', '/tangelo/x')
  expect([busy.status, busy.headers.get('retry-after'), await codeIn(busy)]).toEqual([503, '3', 'SlowDown'])
  expect(await (await askS3(s3, 'GET', '/tangelo/x')).text()).toBe('01234')
  const broken = await askS3(s3, 'GET', '/tangelo/x')
  await expect(broken.text()).rejects.toThrow()
  s3.faults.next(1, { trickleMs: 1 })
  expect(await (await askS3(s3, 'GET', '/tangelo/x')).text()).toBe('0123456789')
  expect(s3.violations).toEqual([])
})
