/** What every provider of blob storage promises (`ports/blob-storage.ts`). Call it with a way to make an empty one. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BlobStorage } from '#ports/blob-storage.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const same = (found: Uint8Array | null, expected: Uint8Array) => found !== null && Buffer.compare(found, expected) === 0

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
    expect(await make().get(sha256(Buffer.from('nobody')))).toBeNull()
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
}
