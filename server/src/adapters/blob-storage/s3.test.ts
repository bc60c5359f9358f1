/** S3 through its mock server: what every blob storage promises, its failures, and that no secret is revealed. */
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type S3StandIn, s3Errors, s3StandIn } from '@tangelo/stand-ins'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { blobStorageSuite } from '../../testing/blob-storage-suite.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { s3BlobStorage } from './s3.ts'
import type { S3Location } from './s3-failure.ts'

const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') }
const SECRETS = /wJalrXUtn|guessed|AKIA|Signature=/

const locationOf = ({ url, bucket, region, accessKeyId, secretAccessKey }: S3StandIn): S3Location => ({
  endpoint: url,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
})

async function started(change: Partial<S3Location> = {}, { idleMs = 5_000 } = {}) {
  const s3 = await s3StandIn({ clock }).start()
  onTestFinished(s3.end)
  const pauses: number[] = []
  const logged: unknown[] = []
  const blobs = s3BlobStorage(
    { ...locationOf(s3), ...change },
    {
      clock,
      pause: async (ms) => void pauses.push(ms),
      chance: () => 0.5,
      limits: { connectMs: 5_000, idleMs },
      log: { error: (details, message) => void logged.push({ details, message }) },
    },
  )
  return { s3, blobs, pauses, logged }
}

const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2)}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: unknown }> {
  const error = await promise.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  return error as Error
}

function fileOf(bytes: Uint8Array): string {
  const folder = folderOfTest()
  writeFileSync(join(folder, 'file'), bytes)
  return join(folder, 'file')
}

describe('blob storage in S3', () => {
  let s3: S3StandIn
  beforeAll(async () => {
    s3 = await s3StandIn({ clock }).start()
  })
  beforeEach(() => s3.objects.clear())
  afterAll(() => s3.end())

  blobStorageSuite(() => s3BlobStorage(locationOf(s3), { clock, log: { error: () => {} } }))
})

test('keys are the paths that a folder has, and what is there is not sent again', async () => {
  const { s3, blobs } = await started()
  const bytes = randomBytes(10_000)
  for (let times = 0; times < 3; times += 1) {
    await blobs.put(bytes)
    await blobs.putFile(fileOf(bytes))
    await blobs.put(Buffer.from('text'), { compress: true })
  }
  expect([...s3.objects.keys()].sort()).toEqual(
    [keyOf(sha256(bytes)), `${keyOf(sha256(Buffer.from('text')))}.gz`].sort(),
  )
  const puts = s3.calls.latest().filter(({ operation }) => operation === 'PUT object')
  expect(puts).toHaveLength(2)
})

test('a blob that was changed there counts as missing, is reported, and is repaired by the next put', async () => {
  const { s3, blobs, logged } = await started()
  const bytes = Buffer.from('one picture')
  for (const compress of [false, true]) {
    const hash = await blobs.put(bytes, { compress })
    const key = keyOf(hash) + (compress ? '.gz' : '')
    const object = s3.objects.get(key)
    for (const other of [Buffer.from('another one'), Buffer.from('one pic'), Buffer.alloc(0)]) {
      s3.objects.set(key, { type: '', at: 0, ...object, bytes: other })
      expect(await blobs.get(hash)).toBeNull()
      expect(logged.pop()).toMatchObject({
        details: { hash },
        message: 'a blob in the storage is not what its name says, and counts as missing',
      })
      await blobs.put(bytes, { compress })
      expect(Buffer.from((await blobs.get(hash)) ?? []).equals(bytes)).toBe(true)
    }
    await blobs.remove(hash)
  }
})

test.each([
  ['another one', randomBytes(100_000)],
  ['shorter', randomBytes(40_000)],
])('a file that becomes %s while it is put is not kept, and not even in part', async (_, other) => {
  const { s3, blobs, pauses } = await started()
  const bytes = randomBytes(100_000)
  const path = fileOf(bytes)
  s3.faults.next(1, { delayMs: 30 })
  const putting = failureOf(blobs.putFile(path))
  // It is hashed before the storage is checked for it.
  while (s3.calls.total < 1) await new Promise(setImmediate)
  writeFileSync(path, other)
  expect((await putting).message).toMatch(/XAmzContentSHA256Mismatch|not as long as announced/)
  expect([s3.objects.size, pauses, await blobs.open(sha256(bytes))]).toEqual([0, [], null])
})

test('a refusal is heard while a large file is still being sent', async () => {
  const { s3, blobs } = await started()
  s3.faults.next(1, { status: 404 })
  s3.faults.always(s3Errors.accessDenied())
  expect((await failureOf(blobs.putFile(fileOf(randomBytes(3_000_000))))).message).toContain('does not let')
})

describe('what fails for the moment', () => {
  test('is tried again, twice, later each time', async () => {
    const { s3, blobs, pauses } = await started()
    const hash = await blobs.put(Buffer.from('x'))
    s3.faults.next(2, s3Errors.slowDown())
    expect(await blobs.get(hash)).not.toBeNull()
    expect(pauses.splice(0)).toEqual([250, 500])
    s3.faults.always(s3Errors.slowDown())
    expect((await failureOf(blobs.get(hash))).message).toMatch(
      /^The storage at 127.0.0.1:\d+ answered 503 \(SlowDown\)\.$/,
    )
    expect(pauses).toEqual([250, 500])
  })

  test('waits as long as it is required to, within limits', async () => {
    const { s3, blobs, pauses } = await started()
    s3.faults.next(1, s3Errors.slowDown({ 'Retry-After': '7' }))
    await blobs.put(Buffer.from('x'))
    expect(pauses.splice(0)).toEqual([7_000])
    for (const [told, waited] of [
      ['3600', []],
      ['-5', [250]],
      ['Fri, 24 May 2030 00:00:00 GMT', [250]],
    ] as const) {
      s3.faults.next(1, s3Errors.slowDown({ 'Retry-After': told }))
      await blobs.get(sha256(Buffer.from('x'))).catch(() => {})
      expect(pauses.splice(0), told).toEqual(waited)
    }
  })

  test.each(['reset', 'hang', { status: 500 }, { trickleMs: 60_000 }] as const)(
    'and then goes well: %j',
    async (fault) => {
      const { s3, blobs, pauses } = await started({}, { idleMs: 100 })
      const bytes = randomBytes(50_000)
      s3.faults.next(1, fault)
      const hash = await blobs.putFile(fileOf(bytes))
      s3.faults.next(1, fault)
      expect(Buffer.from((await blobs.get(hash)) ?? []).equals(bytes)).toBe(true)
      expect(pauses.length).toBeGreaterThan(0)
    },
  )

  test('an opened blob that breaks off fails its reader, and holds nothing', async () => {
    const { s3, blobs } = await started({}, { idleMs: 100 })
    const hash = await blobs.put(randomBytes(500_000))
    for (const fault of ['reset', { trickleMs: 60_000 }] as const) {
      s3.faults.next(1, fault)
      const opened = await blobs.open(hash)
      const reading = (async () => {
        for await (const chunk of opened?.stream ?? []) expect(chunk.length).toBeGreaterThan(0)
      })()
      expect((await failureOf(reading)).message).toMatch(/broke the connection off|did not go on within/)
    }
  })
})

describe('the check says in a sentence what is wrong', () => {
  test('nothing, and leaves nothing behind', async () => {
    const { s3, blobs } = await started()
    await blobs.check()
    expect(s3.objects.size).toBe(0)
  })

  test.each<[string, Partial<S3Location>, RegExp]>([
    ['a missing bucket', { bucket: 'elsewhere' }, /has no bucket elsewhere: make it, or correct S3_BUCKET\.$/],
    ['an unknown key', { accessKeyId: 'AKIANOBODY' }, /does not know the key in S3_ACCESS_KEY_ID: correct it\.$/],
    [
      'a wrong secret',
      { secretAccessKey: 'guessed-by-somebody' },
      /refuses the key: S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID\.$/,
    ],
    [
      'another region',
      { region: 'us-east-1' },
      /^The bucket tangelo is in the region eu-south-2: correct S3_REGION\.$/,
    ],
    [
      'a dead endpoint',
      { endpoint: 'http://127.0.0.1:9' },
      /could not be reached: the connection was refused: check S3_ENDPOINT and that it can be reached from here\.$/,
    ],
    [
      'an endpoint that is none',
      { endpoint: 'http://nowhere.invalid' },
      /^The storage at nowhere\.invalid could not be/,
    ],
  ])('%s', async (_, change, sentence) => {
    const { blobs } = await started(change)
    const failure = await failureOf(blobs.check())
    expect(failure.message).toMatch(sentence)
    expect(JSON.stringify([failure, failure.message, String(failure.cause), failure.stack])).not.toMatch(SECRETS)
  })

  test.each([
    ['no right to write', s3Errors.accessDenied(), /does not let S3_ACCESS_KEY_ID put, read, list and remove objects/],
    ['a clock that is wrong', s3Errors.timeTooSkewed(), /the clock of this machine is wrong: set it right\.$/],
    ['a page for people', 'html' as const, /does not give back what was put there: check S3_ENDPOINT\.$/],
    ['something else', { status: 404 }, /does not answer as S3 storage does \(status 404\): check S3_ENDPOINT\.$/],
    ['a redirect', { status: 301, headers: { 'x-amz-bucket-region': 'eu-west-1' } }, /is in the region eu-west-1/],
    ['silence', 'hang' as const, /did not go on within 0\.1 seconds: check S3_ENDPOINT/],
    ['an endless answer', 'huge' as const, /does not give back/],
  ])('%s', async (_, fault, sentence) => {
    const { s3, blobs } = await started({}, { idleMs: fault === 'hang' ? 100 : 5_000 })
    s3.faults.always(fault)
    expect((await failureOf(blobs.check())).message).toMatch(sentence)
  })
})

test('a storage that knows no parts is not taken for one that does', async () => {
  const { s3, blobs } = await started()
  const hash = await blobs.put(Buffer.from('0123456789'))
  s3.faults.next(1, { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '0123456789' })
  expect((await failureOf(blobs.open(hash, { start: 2, end: 4 }))).message).toContain('bytes that were asked for')
})
