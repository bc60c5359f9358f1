/** Decisions about reels out of a drive that need no server. */
import type { ReelFolder, ReelFolders } from '@tangelo/contract'
import { ApiError, type Page, readServerField, readServerMessage } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { texts } from './texts.ts'

// spec §9: up to 4 thumbnails per folder card; caption preview 30 characters.
const THUMBNAILS = 4
const CAPTION_PREVIEW = 30

/** Each folder once: one that arrived during paging is on two pages. */
export function foldersOf(pages: readonly Page<ReelFolders>[]): ReelFolder[] {
  const all = pages.flatMap(({ rows }) => rows.folders)
  return [...new Map(all.map((folder) => [folder.id, folder])).values()]
}

/** The thumbnails of a card, and how many images more there are. */
export function thumbnailsOf({ images }: Pick<ReelFolder, 'images'>) {
  return { shown: images.slice(0, THUMBNAILS), more: Math.max(0, images.length - THUMBNAILS) }
}

/** As it stands in the list of drafts. */
export function captionPreview(caption: string | null): string {
  const letters = [...(caption ?? '')]
  if (letters.length === 0) return texts.dialog.noCaption
  return letters.length > CAPTION_PREVIEW ? `${letters.slice(0, CAPTION_PREVIEW).join('')}...` : letters.join('')
}

const RECORD_ID = /^rec[A-Za-z0-9]{14}$/

export const isRecordId = (text: string): boolean => RECORD_ID.test(text)

/** 'MMM dd, yyyy' (spec §2). */
export const formatDayOf = (moment: string): string => formatDate(moment).replace(/ (\d),/, ' 0$1,')

export interface RefusedImages {
  readonly refused: readonly { readonly name: string; readonly message: string }[]
  readonly usable: number
}

/** What the server says of images that cannot be used; null for any other failure. */
export function readRefusedImages(error: unknown): RefusedImages | null {
  if (!(error instanceof ApiError) || readServerField(error, 'error') !== 'images_refused') return null
  const body = new Map(Object.entries(error.body ?? {}))
  const listed: unknown = body.get('refused')
  const refused = Array.isArray(listed) ? listed.filter(isNamed) : []
  return { refused, usable: Number(body.get('usable') ?? 0) }
}

const isNamed = (one: unknown): one is RefusedImages['refused'][number] =>
  typeof one === 'object' && one !== null && 'name' in one && 'message' in one

export const isNotConnected = (error: unknown): boolean => readServerField(error, 'error') === 'drive_not_connected'

export const failureText = (error: unknown): string => readServerMessage(error) ?? texts.toasts.unknown
