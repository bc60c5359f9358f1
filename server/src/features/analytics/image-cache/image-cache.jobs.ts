/**
 * Copies of profile pictures and thumbnails (D18): a source's own links die within days. A picture that cannot be had is
 * left out; the figures do not wait for it, and the next reading tries again.
 */
import type { AccountPost } from '@tangelo/contract'
import { publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { PostReading } from '#ports/figures-file.ts'
import { NoPicture, type PictureFetch } from '#ports/pictures.ts'
import type { Handler, NewJob } from '#ports/queue.ts'
import { showAgain, showPosts } from '../accounts/service/render-accounts.ts'
import { imageCacheStore } from './image-cache.store.ts'

const COPY_PICTURES = 'copy-pictures'
/** Names whose pictures are copied at once, by all processes; each fetches one picture after the other. */
const AT_ONCE = 2

/** The job that copies what is new for a name. */
export const copyPicturesOf = (usernameKey: string): NewJob => ({
  kind: COPY_PICTURES,
  key: usernameKey,
  companyId: null,
  payload: {},
  priority: -10,
})

interface Tools {
  database: Database
  clock: Clock
  blobs: BlobStorage
  pictures: PictureFetch
}

export const imageCacheJobs = (tools: Tools): Handler[] => [
  {
    kind: COPY_PICTURES,
    concurrency: AT_ONCE,
    attempts: 2,
    run: async ([job]) => {
      if (job) await copyPictures(job.key, job.signal, tools)
      return undefined
    },
  },
]

async function copyPictures(usernameKey: string, signal: AbortSignal, tools: Tools): Promise<void> {
  const { database, clock } = tools
  const store = imageCacheStore(database.queries)
  const accounts = await store.accountsNamed(usernameKey)
  const wanted = new Map(accounts.flatMap(picturesOf))
  const here = await store.findCopied([...wanted.keys()])
  const copies: Copy[] = []
  for (const [key, url] of wanted) {
    const copy = here.has(key) ? null : await copyPicture(key, url, signal, tools)
    if (copy) copies.push(copy)
  }
  for (const { key, hash } of copies) here.set(key, hash)
  for (const account of accounts) {
    const profileHash = (account.pictureUrl && here.get(profileKey(account, account.pictureUrl))) || account.pictureHash
    // Not "was copied just now": that may have been for another company, by a process that ended before it was shown.
    if (profileHash === account.pictureHash && !lacksOneOf(account, here)) continue
    await database.transaction(async (tx) => {
      // First, so that a reading stored meanwhile waits and its posts are not overwritten with older ones.
      const inside = imageCacheStore(tx)
      await inside.setProfilePicture(account.id, profileHash)
      await inside.add(copies)
      await showPosts(tx, account)
      await showAgain(tx, [account.id])
      await publishEvents(
        tx,
        [{ companyId: account.company_id, kind: 'pictures-changed', accountId: account.id }],
        clock.now(),
      )
    })
  }
}

interface Copy {
  key: string
  hash: string
  type: string
}

type Pictured = Awaited<ReturnType<ReturnType<typeof imageCacheStore>['accountsNamed']>>[number]

const profileKey = ({ key }: Pictured, url: string) => `profile:${key}:${placeOf(url)}`
const postKey = (id: string) => `post:${id}`

/** Keys and addresses of the pictures that belong to an account. */
function picturesOf(account: Pictured): [key: string, url: string][] {
  const posts: PostReading[] = JSON.parse(account.posts ?? '[]')
  return [
    ...(account.pictureUrl === null ? [] : [[profileKey(account, account.pictureUrl), account.pictureUrl] as const]),
    ...posts.flatMap(({ id, sourceImageUrl }) => (sourceImageUrl ? [[postKey(id), sourceImageUrl] as const] : [])),
  ].map(([key, url]) => [key, url])
}

/** A post is shown without its picture although that is here. */
function lacksOneOf({ shown }: Pictured, here: ReadonlyMap<string, string>): boolean {
  const posts: AccountPost[] = JSON.parse(shown ?? '[]')
  return posts.some(({ id, imageUrl }) => imageUrl === null && here.has(postKey(id)))
}

/** Where a source keeps a picture: addresses carry signatures that change with every answer. */
function placeOf(url: string): string {
  try {
    return new URL(url).pathname.slice(-200)
  } catch {
    return url.slice(0, 200)
  }
}

/** The picture, kept here; null when it cannot be had. */
async function copyPicture(
  key: string,
  url: string,
  signal: AbortSignal,
  { blobs, pictures }: Tools,
): Promise<Copy | null> {
  try {
    const { bytes, type } = await pictures.fetch(url, signal)
    return { key, hash: await blobs.put(bytes), type }
  } catch (error) {
    if (error instanceof NoPicture) return null
    throw error
  }
}
