/**
 * Pure decisions about the copy of a drive: what is stored of a folder, how it is displayed, and when it is refreshed.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { DriveImport, ReelFolder } from '@tangelo/contract'
import { PUBLISHED_SUFFIX } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import { conflict, Failure, notFound } from '#platform/errors.ts'
import type { DriveFailure, DriveFolder, DriveImage } from '#ports/drive.ts'

export type FolderRow = Row<'drive_folders'>
export type ImportRow = Row<'drive_imports'>
type DriveState = Pick<Row<'drives'>, 'begun_at' | 'read_at' | 'retry_at' | 'failure' | 'failure_kind'>

/** A picture as the copy keeps it. */
export interface KeptImage extends Omit<DriveImage, 'folderId'> {
  /** Stands in the address of its small picture; another one as soon as the picture is another one. */
  mark: string
}

/** spec §9 for what this page refetches: stale after 30 s. */
const STALE_MS = 30_000
/** By name. The limit bounds the copy; reels have fewer images. */
const IMAGES_KEPT_MAX = 1_000
const NAME_MAX = 500
const DESCRIPTION_MAX = 5_000

export const isPublished = (name: string): boolean => name.endsWith(PUBLISHED_SUFFIX)

export const toPublishedName = (name: string): string => (isPublished(name) ? name : `${name}${PUBLISHED_SUFFIX}`)

/** PostgreSQL takes neither U+0000 nor half a character. */
const storable = (text: string, most: number) => text.slice(0, most).toWellFormed().replaceAll('\0', '')

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** As people count: `img 2` comes before `img 10` (D31). */
export const inNameOrder = <Named extends { id: string; name: string }>(images: readonly Named[]): Named[] =>
  images.toSorted(
    (one, other) =>
      byName.compare(one.name, other.name) ||
      (one.name < other.name ? -1 : Number(one.name > other.name)) ||
      (one.id < other.id ? -1 : 1),
  )

export const toImagesJson = (images: readonly DriveImage[]): string =>
  JSON.stringify(
    inNameOrder(images)
      .slice(0, IMAGES_KEPT_MAX)
      .map(({ id, name, type, bytes, version }): KeptImage => {
        const mark = createHash('sha256').update(`${id}\n${version}`).digest('base64url').slice(0, 22)
        return { id, name: storable(name, NAME_MAX), type, bytes, version, mark }
      }),
  )

export const imagesOf = ({ images }: Pick<FolderRow, 'images'>): KeptImage[] =>
  images === null ? [] : JSON.parse(images)

const pictureAddress = (key: string, mark: string): string => `/media/d/${key}/${mark}`

/** The row as it becomes: what the drive says now, and what is known already. */
export function folderRow(
  companyId: number,
  folder: DriveFolder,
  known: FolderRow | undefined,
  pass: number,
): FolderRow {
  const name = storable(folder.name, NAME_MAX)
  const row = {
    company_id: companyId,
    id: folder.id,
    entry_id: folder.entryId,
    name,
    name_key: name.toLowerCase(),
    description: folder.description === null ? null : storable(folder.description, DESCRIPTION_MAX),
    created_at: folder.createdAt,
    place: folder.place === null ? null : storable(folder.place, NAME_MAX),
    picture_key: known?.picture_key ?? randomBytes(16).toString('base64url'),
    images: known?.images ?? null,
    seen_in: pass,
  }
  return { ...row, shown: toFolderJson(row) }
}

/** JSON as the wire shows a folder, but for its import. */
export function toFolderJson(row: Omit<FolderRow, 'shown'>): string {
  const shown: Omit<ReelFolder, 'import'> = {
    id: row.id,
    name: row.name,
    description: row.description,
    createdTime: momentToText(row.created_at),
    isPublished: isPublished(row.name),
    place: row.place,
    images: imagesOf(row).map(({ id, name, mark }) => ({
      id,
      name,
      thumbnailLink: pictureAddress(row.picture_key, mark),
    })),
    isRead: row.images !== null,
  }
  return JSON.stringify(shown)
}

export const withImport = (shown: string, row: ImportRow | null): string =>
  `${shown.slice(0, -1)},"import":${row === null ? 'null' : JSON.stringify(asImport(row))}}`

export const asImport = (row: ImportRow): DriveImport => ({
  state: row.state,
  recordId: row.item_id,
  done: row.done,
  total: row.total,
  leftOut: row.left_out,
  refused: JSON.parse(row.refused),
  rename: row.rename,
  message: row.message,
})

/** Whether the drive is read in the background after a response. */
export const isStale = ({ begun_at, read_at, retry_at }: DriveState, now: number): boolean =>
  now >= retry_at && now - Math.max(begun_at ?? 0, read_at ?? 0) >= STALE_MS

export const isReading = ({ begun_at, read_at, failure }: DriveState): boolean =>
  begun_at !== null && failure === null && (read_at === null || begun_at > read_at)

export const notConnectedHere = () =>
  conflict('drive_not_connected', 'The drive is not connected: connect it under Google Drive Imports')

/** Why there is nothing to show, as an answer of ours. */
export function failureOf(kind: DriveFailure['kind'], message: string, retryAt: number | null, now: number): Failure {
  if (kind === 'connection_lost') return notConnectedHere()
  if (kind === 'gone') return notFound('Picture')
  if (kind === 'refused' || kind === 'not_understood' || kind === 'too_large')
    return new Failure(502, 'drive_refused', message)
  const seconds = Math.max(1, Math.ceil(((retryAt ?? 0) - now) / 1_000))
  return new Failure(503, 'drive_unavailable', message, {}, retryAt === null ? {} : { 'retry-after': String(seconds) })
}
