/** What every provider of blob storage promises (`ports/blob-storage.ts`). Call it with a way to make an empty one. */
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { folderOfTest } from './test-folder.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const same = (found: Uint8Array | null, expected: Uint8Array) => found !== null && Buffer.compare(found, expected) === 0

function fileOf(bytes: Uint8Array): string {
  const folder = folderOfTest()
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return path
}

async function allOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[])
}

export function blobStorageSuite(make: () => BlobStorage): void {
  test.each([false, true])('keeps bytes under the hash of what they are (compress: %s)', async (compress) => {
    const blobs = make()
    for (const bytes of [Buffer.alloc(0), Buffer.from('text 🍊'), randomBytes(300_000), Buffer.alloc(300_000, 'a')]) {
      const hash = await blobs.put(bytes, { compress })
      expect(hash).toBe(sha256(bytes))
      expect(same(await blobs.get(hash), bytes)).toBe(true)
    }
  })

  test('keeps the same bytes once, compressed or not, also when put many times at once', async () => {
    const blobs = make()
    const bytes = randomBytes(50_000)
    const hashes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => blobs.put(bytes, { compress: at % 2 === 0 })),
    )
    expect(new Set(hashes)).toEqual(new Set([sha256(bytes)]))
    expect(same(await blobs.get(sha256(bytes)), bytes)).toBe(true)
  })

  test('has no blob that was never put', async () => {
    expect(await make().get(sha256(Buffer.from('missing')))).toBeNull()
  })

  test('removes a blob however it was put, and a missing one without complaint', async () => {
    const blobs = make()
    for (const compress of [false, true]) {
      const hash = await blobs.put(Buffer.from(`to go ${compress}`), { compress })
      await blobs.remove(hash)
      await blobs.remove(hash)
      expect(await blobs.get(hash)).toBeNull()
    }
  })

  test.each(['', '../../etc/passwd', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(62)}/.`])(
    'refuses the name %j',
    async (name) => {
      const blobs = make()
      await expect(blobs.get(name)).rejects.toThrow('Not the name of a blob')
      await expect(blobs.remove(name)).rejects.toThrow('Not the name of a blob')
    },
  )

  test('keeps a file, once, also when it was put as bytes before', async () => {
    const blobs = make()
    for (const bytes of [Buffer.alloc(0), randomBytes(700_000)]) {
      const path = fileOf(bytes)
      const hashes = await Promise.all([blobs.putFile(path), blobs.putFile(path), blobs.put(bytes)])
      expect(new Set(hashes)).toEqual(new Set([sha256(bytes)]))
      expect(same(await blobs.get(sha256(bytes)), bytes)).toBe(true)
      expect(await blobs.putFile(path)).toBe(sha256(bytes))
    }
    await expect(blobs.putFile('/nowhere/at/all')).rejects.toThrow('ENOENT')
  })

  test('reads a blob as a stream, whole or in part', async () => {
    const blobs = make()
    const bytes = randomBytes(700_000)
    const hash = await blobs.putFile(fileOf(bytes))
    for (const range of [
      undefined,
      { start: 0, end: 0 },
      { start: 0, end: 699_999 },
      { start: 699_999, end: 699_999 },
      { start: 65_530, end: 131_080 },
    ]) {
      const opened = await blobs.open(hash, range)
      const expected = bytes.subarray(range?.start ?? 0, (range?.end ?? 699_999) + 1)
      expect(opened?.bytes).toBe(expected.length)
      expect(same(opened && (await allOf(opened.stream)), expected)).toBe(true)
      const copies: Buffer[] = []
      for await (const chunk of (await blobs.readChunks(hash, range ?? { start: 0, end: 699_999 })) ?? [])
        copies.push(Buffer.from(chunk))
      expect(same(Buffer.concat(copies), expected)).toBe(true)
    }
    for (const [start, end] of [
      [0, 700_000],
      [700_000, 700_000],
      [5, 4],
      [-1, 3],
      [0.5, 3],
    ] as const)
      await expect(blobs.open(hash, { start, end })).rejects.toThrow(RangeError)
  })

  test('opens an empty blob, and none that is missing or was never one', async () => {
    const blobs = make()
    const opened = await blobs.open(await blobs.put(Buffer.alloc(0)))
    expect([opened?.bytes, opened && (await allOf(opened.stream)).length]).toEqual([0, 0])
    expect(await blobs.open(sha256(Buffer.from('missing')))).toBeNull()
    expect(await blobs.open(sha256(Buffer.from('missing')), { start: 0, end: 1 })).toBeNull()
    expect(await blobs.readChunks(sha256(Buffer.from('missing')), { start: 0, end: 1 })).toBeNull()
    await expect(blobs.open('../../etc/passwd')).rejects.toThrow('Not the name of a blob')
  })

  test('a stream may be left in the middle', async () => {
    const blobs = make()
    const bytes = randomBytes(2_000_000)
    const hash = await blobs.put(bytes)
    const opened = await blobs.open(hash)
    for await (const chunk of opened?.stream ?? []) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect(opened?.stream.destroyed).toBe(true)
    expect(same(await blobs.get(hash), bytes)).toBe(true)
  })
}
