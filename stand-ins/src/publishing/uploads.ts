/** The host that takes the bytes of videos: from an offset to the end, in as many calls as it needs. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../http/send.ts'
import type { Asked, TakeChunk } from '../http/service.ts'
import type { Containers } from './containers.ts'
import { headBytes } from './media-files.ts'
import type { Container, Upload } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { SignIns } from './sign-ins.ts'

/** What tests do to uploads. */
export interface UploadHands {
  /** The next so many uploads are closed when this share of the whole file has arrived. */
  cutUploads(count: number, percent: number): void
  /** The SHA-256 of what arrived in a finished container; undefined for one that is not. */
  findUploadDigest(containerId: string): string | undefined
}

interface UploadParts {
  world: PublishingWorld
  allowed: SignIns
  made: Containers
}

const uploadPath = /\/ig-api-upload\/v2[56]\.0\/([0-9]+)$/

export function uploads({ world, allowed, made }: UploadParts) {
  const cuts: number[] = []
  const digests = new Map<string, string>()
  /** What became of a body that was taken, by the head it came with. */
  const outcomes = new WeakMap<IncomingHttpHeaders, Answer>()

  function refusalOf({ url, headers }: Pick<Asked, 'url' | 'headers'>): Answer | Container {
    const [, id = ''] = uploadPath.exec(url.pathname) ?? []
    const [, text] = /^OAuth (\S+)$/.exec(headers.authorization ?? '') ?? []
    const token = allowed.livingToken(text, 'facebook')
    if ('status' in token) return publishingErrors.uploadNotAllowed()
    const container = world.containers.get(id)
    const isOurs = token.accounts.some((account) => account.id === container?.accountId)
    if (!container?.upload || !isOurs || made.stateOf(container) === 'EXPIRED')
      return publishingErrors.processingFailed()
    return container
  }

  function finish(container: Container, upload: Upload): void {
    made.complete(container, upload.file)
    digests.set(container.id, upload.hash.digest('hex'))
  }

  function receive(head: Pick<Asked, 'method' | 'url' | 'headers'>): TakeChunk | undefined {
    if (head.method !== 'POST' || !uploadPath.test(head.url.pathname)) return undefined
    const { headers } = head
    const swallow = (answer: Answer | undefined): TakeChunk => {
      if (answer) outcomes.set(headers, answer)
      return () => true
    }
    if (headers.file_url !== undefined) return swallow(undefined)
    const container = refusalOf(head)
    if (!('request' in container)) return swallow(container)
    const { upload } = container
    const [offset, size] = [Number(headers.offset), Number(headers.file_size)]
    if (!upload || !Number.isSafeInteger(offset) || !Number.isSafeInteger(size)) return swallow(undefined)
    upload.size ??= size
    if (offset !== upload.arrived || size !== upload.size) return swallow(publishingErrors.wrongOffset())
    outcomes.set(headers, publishingErrors.tooFewBytes())
    const percent = cuts.shift()
    const cutAt = percent === undefined ? Number.POSITIVE_INFINITY : Math.floor((size * percent) / 100)
    let position = offset
    return (chunk) => {
      // Another call goes on with the same file.
      if (position !== upload.arrived) {
        outcomes.set(headers, publishingErrors.wrongOffset())
        return true
      }
      const kept = chunk.subarray(0, Math.max(0, Math.min(size, cutAt) - position))
      keep(upload, kept)
      position += kept.length
      if (position >= cutAt) return false
      if (position === size && kept.length === chunk.length) {
        finish(container, upload)
        outcomes.set(headers, uploadDone)
      }
      return true
    }
  }

  async function answer(asked: Asked): Promise<Answer> {
    const known = outcomes.get(asked.headers)
    if (known) return known
    const container = refusalOf(asked)
    if (!('request' in container)) return container
    const { file, status } = await made.fetchFile(String(asked.headers.file_url))
    if (!file) return publishingErrors.uploadNotFetched(status > 0 ? status : 403)
    made.complete(container, file)
    return uploadDone
  }

  const hands: UploadHands = {
    cutUploads(count, percent) {
      for (let at = 0; at < count; at += 1) cuts.push(percent)
    },
    findUploadDigest: (id) => digests.get(id),
  }
  return { receive, answer, hands }
}

const uploadDone: Answer = { status: 200, body: { success: true, message: 'Upload successful.' } }

function keep(upload: Upload, chunk: Buffer): void {
  upload.hash.update(chunk)
  upload.arrived += chunk.length
  const { file } = upload
  if (file.head.length < headBytes) file.head = Buffer.concat([file.head, chunk])
  file.bytes = upload.arrived
}
