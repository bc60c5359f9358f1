/** Where the media of a backup go: into the folder by a rename, or into the bucket. Both only ever add, or mend what is there. */
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzip } from '#platform/compression.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'

export interface MediaTarget {
  /** Takes over a whole file, which is `blobs/ab/cdef…` in the backup. May still be at work when it resolves. */
  keep(file: string, name: string): Promise<void>
  /** Nothing is kept: nothing needs to be unpacked. */
  readonly isNowhere?: boolean
  /** Resolves when all are kept; throws what kept one from it. */
  end(): Promise<void>
}

const AT_ONCE = 8

export const folderTarget = (blobsPath: string): MediaTarget => ({
  async keep(file, name) {
    const to = join(blobsPath, name.slice('blobs/'.length))
    await mkdir(dirname(to), { recursive: true })
    // Also where one has its name already: that one may be damaged, and this was found whole.
    await rename(file, to)
  },
  end: async () => {},
})

export function bucketTarget(blobs: Pick<BlobStorage, 'put' | 'putFile'>): MediaTarget {
  const under = new Set<Promise<void>>()
  let failure: { error: unknown } | null = null
  async function put(file: string, name: string): Promise<void> {
    if (name.endsWith('.gz')) await blobs.put(await gunzip(await readFile(file)), { compress: true })
    else await blobs.putFile(file)
    await rm(file)
  }
  const throwFailure = () => {
    if (failure) throw failure.error
  }
  return {
    async keep(file, name) {
      throwFailure()
      if (under.size >= AT_ONCE) await Promise.race(under)
      const one: Promise<void> = put(file, name)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => under.delete(one))
      under.add(one)
    },
    async end() {
      await Promise.all(under)
      throwFailure()
    },
  }
}

/** Of a drill: what was found whole is all that counts. */
export const noMedia: MediaTarget = { isNowhere: true, keep: async () => {}, end: async () => {} }
