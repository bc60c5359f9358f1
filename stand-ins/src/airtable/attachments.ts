/**
 * Files in the cells of a table, and their links, which die two hours after they were handed out. What a file is, its
 * name says: `….html` is a page for people, `huge….jpg` has 100 MB, anything else is a small PNG.
 */
import type { FileAnswer } from '../http/send.ts'
import { numberFor } from '../world/chance.ts'
import { drawPicture } from '../world/pictures.ts'

export interface Attachment {
  id: string
  filename: string
  /** Where it was given from; the service has not fetched it yet. */
  given?: string
}

const linkLifeMs = 2 * 3_600_000
const hugeBytes = 100 * 1024 * 1024
const width = 96
const height = 120
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** As it stands in an answer. */
export function toShownAttachment({ id, filename, given }: Attachment, { base, at }: { base: string; at: number }) {
  if (given !== undefined) return { id, url: given, filename }
  const path = `/attachments/${(at + linkLifeMs).toString(36)}/${id}/${encodeURIComponent(filename)}`
  const type = filename.endsWith('.html') ? 'text/html' : isHuge(filename) ? 'image/jpeg' : 'image/png'
  return {
    id,
    ...(type === 'image/png' && { width, height }),
    url: `${base}${path}?s=${signature(path)}`,
    filename,
    size: isHuge(filename) ? hugeBytes : 4_096,
    type,
  }
}

/** What a link answers at a moment; undefined for an address that is none of these. */
export function attachmentAt(url: URL, now: number): FileAnswer | undefined {
  const found = /^\/attachments\/([a-z0-9]+)\/(att[A-Za-z0-9]{14})\/([^/]+)$/.exec(url.pathname)
  if (!found) return undefined
  const [, until = '', id = '', name = ''] = found
  const refuse = (status: number, body: string): FileAnswer => ({ status, type: 'text/plain', body })
  if (url.searchParams.get('s') !== signature(url.pathname)) return refuse(403, 'Forbidden')
  if (now >= Number.parseInt(until, 36)) return refuse(410, 'Gone')
  const filename = decodeURIComponent(name)
  if (filename.endsWith('.html'))
    return { status: 200, type: 'text/html', body: '<!DOCTYPE html><title>Sign in</title>' }
  if (isHuge(filename)) return { status: 200, type: 'image/jpeg', body: jpegStart, filledTo: hugeBytes }
  return { status: 200, type: 'image/png', body: drawPicture(id, width, height) }
}

const isHuge = (filename: string) => /^huge.*\.jpg$/.test(filename)

const signature = (path: string) => numberFor('attachment', path).toString(16).padStart(8, '0')
