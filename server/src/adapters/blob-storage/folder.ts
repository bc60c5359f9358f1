/**
 * Blob storage in a folder of this machine, two levels deep (`ab/cdef…`) so that no directory grows huge.
 * A blob appears under its name only when complete: it is written aside and renamed. A compressed one ends in `.gz`.
 */
import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { BlobStorage } from '#ports/blob-storage.ts'

const HASH = /^[0-9a-f]{64}$/
const compressed = promisify(gzip)
const expanded = promisify(gunzip)

export function folderBlobStorage(root: string): BlobStorage {
  const pathOf = (hash: string) => {
    if (!HASH.test(hash)) throw new Error(`Not the name of a blob: ${JSON.stringify(hash.slice(0, 80))}`)
    return join(root, hash.slice(0, 2), hash.slice(2))
  }
  return {
    async put(bytes, { compress = false } = {}) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const plain = pathOf(hash)
      if ((await exists(plain)) || (await exists(`${plain}.gz`))) return hash
      const path = compress ? `${plain}.gz` : plain
      await mkdir(dirname(path), { recursive: true })
      const part = `${path}.${randomUUID()}.part`
      try {
        await writeFile(part, compress ? await compressed(bytes) : bytes, { flush: true })
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return hash
    },
    async get(hash) {
      const plain = await contentOf(pathOf(hash))
      if (plain) return plain
      const packed = await contentOf(`${pathOf(hash)}.gz`)
      return packed && expanded(packed)
    },
    async remove(hash) {
      await rm(pathOf(hash), { force: true })
      await rm(`${pathOf(hash)}.gz`, { force: true })
    },
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function contentOf(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
