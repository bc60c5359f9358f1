/** Pictures of a Google Drive: small ones to show, whole ones to keep. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { pictureType } from '#adapters/pictures/picture-type.ts'
import { DriveFailure, type DriveFiles, type Thumbnail } from '#ports/drive.ts'
import type { Asking, GoogleGrant } from './google-client.ts'
import { AnsweredWith, notUnderstood } from './google-failure.ts'
import { File } from './google-query.ts'

const THUMBNAIL_BYTES_MAX = 1024 * 1024
/** Links to thumbnails end after hours, some of them sooner. */
const LINK_ENDED = new Set([401, 403, 404, 410])

export function googleContent(
  { ask, links }: GoogleGrant,
  { apiUrl }: { apiUrl: string },
): Pick<DriveFiles, 'thumbnail' | 'download'> {
  const linkOf = async (imageId: string, signal: AbortSignal): Promise<string | null> =>
    ask(signal, async ({ files, options }) => {
      const fields = 'id,name,thumbnailLink'
      const { data } = await files.get({ fileId: imageId, fields, supportsAllDrives: true }, options)
      const link = File.parse(data).thumbnailLink ?? null
      if (link !== null) links.keep(imageId, link)
      return link
    })

  /** Null where the link has ended, or leads to no picture. The token goes to Google alone. */
  async function pictureAt(link: string, signal: AbortSignal): Promise<Thumbnail | null> {
    if (!isGoogles(link, apiUrl)) return null
    return ask(signal, async (asking) => {
      const answer = await asking.fetch(link, { signal, headers: { authorization: await asking.authorization() } })
      if (LINK_ENDED.has(answer.status)) return null
      if (answer.status !== 200) throw new AnsweredWith(answer.status, answer.headers)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const type = pictureType(bytes)
      if (type === null || type === 'image/avif' || bytes.length > THUMBNAIL_BYTES_MAX) return null
      return { bytes, type }
    })
  }

  return {
    async thumbnail(imageId, signal) {
      const known = links.get(imageId)
      const found = known === undefined ? null : await pictureAt(known, signal)
      if (found) return found
      const link = await linkOf(imageId, signal)
      return link === null ? null : pictureAt(link, signal)
    },

    async download(imageId, { path, bytesMax, signal }) {
      const bytes = await ask(signal, (asking) => downloadImage(asking, imageId, { path, bytesMax, signal }))
      return { bytes }
    },
  }
}

async function downloadImage(
  { files, streamed }: Asking,
  imageId: string,
  { path, bytesMax, signal }: { path: string; bytesMax: number; signal: AbortSignal },
): Promise<number> {
  const answer = await files.get({ fileId: imageId, alt: 'media', supportsAllDrives: true }, streamed)
  // Typed as the stream of another library; with our own `fetch` it is the one of the web.
  const body: unknown = answer.data
  if (!(body instanceof ReadableStream)) throw notUnderstood()
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > bytesMax ? new DriveFailure('too_large', 'The picture is too large.') : null, chunk)
    },
  })
  const target = createWriteStream(path, { flags: 'wx' })
  const opened = new Promise<boolean>((resolve) => {
    target.once('open', () => resolve(true))
    target.once('error', () => resolve(false))
  })
  try {
    await pipeline(Readable.fromWeb(body), counted, target, { signal })
    return bytes
  } catch (error) {
    // A file that was there before is not ours to remove.
    if (await opened) await rm(path, { force: true })
    throw error
  }
}

/** A user who may write into a drive cannot choose where our token goes. */
function isGoogles(link: string, apiUrl: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, hostname, origin } = new URL(link)
  if (origin === new URL(apiUrl).origin) return true
  return protocol === 'https:' && /(^|\.)(googleusercontent|google|googleapis)\.com$/.test(hostname)
}
