/** S3 that fails: what is tried again, and what the check says of a storage that cannot be used. */
import { randomBytes } from 'node:crypto'
import { type Fault, s3Errors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import type { S3Location } from './s3-failure.ts'
import { failureOf, fileOf, SECRETS, sha256, startS3 } from './testing/start-s3.ts'

/** Only what has no end is cut off soon: on a busy machine a right answer takes its time. */
const isEndless = (fault: Fault): boolean => fault === 'hang' || (typeof fault === 'object' && 'trickleMs' in fault)

describe('what fails for the moment', () => {
  test('is tried again, twice, later each time', async () => {
    const { s3, blobs, pauses } = await startS3()
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
    const { s3, blobs, pauses } = await startS3()
    s3.faults.next(1, s3Errors.slowDown({ 'Retry-After': '7' }))
    await blobs.put(Buffer.from('x'))
    expect(pauses.splice(0)).toEqual([7_000])
    for (const [retryAfter, waited] of [
      ['3600', []],
      ['-5', [250]],
      ['Fri, 24 May 2030 00:00:00 GMT', [250]],
    ] as const) {
      s3.faults.next(1, s3Errors.slowDown({ 'Retry-After': retryAfter }))
      await blobs.get(sha256(Buffer.from('x'))).catch(() => {})
      expect(pauses.splice(0), retryAfter).toEqual(waited)
    }
  })

  test.each(['reset', 'hang', { status: 500 }, { trickleMs: 60_000 }] as const)(
    'and then goes well: %j',
    async (fault) => {
      const { s3, blobs, pauses } = await startS3({}, isEndless(fault) ? { idleMs: 100 } : {})
      const bytes = randomBytes(50_000)
      s3.faults.next(1, fault)
      const hash = await blobs.putFile(fileOf(bytes))
      s3.faults.next(1, fault)
      expect(Buffer.from((await blobs.get(hash)) ?? []).equals(bytes)).toBe(true)
      expect(pauses.length).toBeGreaterThan(0)
    },
  )

  test('an opened blob that breaks off fails its reader, and holds nothing', async () => {
    const { s3, blobs } = await startS3({}, { idleMs: 100 })
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
    const { s3, blobs } = await startS3()
    await blobs.check()
    expect(s3.objects.size).toBe(0)
  })

  test.each<[string, Partial<S3Location>, RegExp]>([
    ['a missing bucket', { bucket: 'elsewhere' }, /has no bucket elsewhere: make it, or correct S3_BUCKET\.$/],
    ['an unknown key', { accessKeyId: 'AKIANOBODY' }, /does not know the key in S3_ACCESS_KEY_ID: correct it\.$/],
    [
      'a wrong secret',
      { secretAccessKey: 'guessed-by-a-stranger' },
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
    const { blobs } = await startS3(change)
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
    const { s3, blobs } = await startS3({}, { idleMs: fault === 'hang' ? 100 : 5_000 })
    s3.faults.always(fault)
    expect((await failureOf(blobs.check())).message).toMatch(sentence)
  })
})
