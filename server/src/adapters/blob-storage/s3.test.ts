/** S3 through its mock server: what every blob storage promises, and that no secret is revealed. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { s3Errors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { failureOf, fileOf, sha256, startS3 } from './testing/start-s3.ts'

const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2)}`

test('keys are the paths that a folder has, and what is there is not sent again', async () => {
  const { s3, blobs } = await startS3()
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
  const { s3, blobs, logged } = await startS3()
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
  const { s3, blobs, pauses } = await startS3()
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
  const { s3, blobs } = await startS3()
  s3.faults.next(1, { status: 404 })
  s3.faults.always(s3Errors.accessDenied())
  expect((await failureOf(blobs.putFile(fileOf(randomBytes(3_000_000))))).message).toContain('does not let')
})

test('a storage that knows no parts is not taken for one that does', async () => {
  const { s3, blobs } = await startS3()
  const hash = await blobs.put(Buffer.from('0123456789'))
  s3.faults.next(1, { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '0123456789' })
  expect((await failureOf(blobs.open(hash, { start: 2, end: 4 }))).message).toContain('bytes that were asked for')
})
