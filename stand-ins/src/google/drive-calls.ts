/** What Drive answers to a client with access. */
import type { Answer } from '../http/send.ts'
import { pickFields } from './drive-fields.ts'
import { driveQuery } from './drive-query.ts'
import { type DriveItem, type DriveTree, toDriveFile } from './drive-tree.ts'
import { googleErrors } from './google-errors.ts'

type Query = Readonly<Record<string, string>>

export interface DriveCalls {
  about(query: Query): Answer
  list(query: Query, base: string): Answer
  get(id: string, query: Query, base: string): Answer
  rename(id: string, body: unknown, query: Query, base: string): Answer
  thumbnail(id: string): Answer
  /** Ids that a call is about. */
  namesIn(fileId: string, query: Query): string[]
  renames: readonly string[]
  spoilPageTokens(count: number): void
  /** Files listed and sent. */
  items(): number
}

const usualFields = 'kind,id,name,mimeType'
const usualPageSize = 100

export function driveCalls({ items, ...tree }: DriveTree, { pageSizeMax }: { pageSizeMax: number }): DriveCalls {
  const renames: string[] = []
  let spoiled = 0
  let listed = 0

  const toFile = (item: DriveItem, base: string) => toDriveFile(item, items, base)
  const isIn = (item: DriveItem, flag: string | undefined) => item.driveId === null || flag === 'true'
  const findItem = (id: string, query: Query) => {
    const item = items.get(id === 'root' ? tree.rootId : id)
    return item && isIn(item, query.supportsAllDrives) ? item : undefined
  }
  const answerWith = (body: object, fields: string): Answer => {
    const cut = pickFields(body, fields)
    return cut ? { status: 200, body: cut } : googleErrors.invalid('fields')
  }

  return {
    renames,
    items: () => listed,
    spoilPageTokens(count) {
      spoiled = count
    },
    namesIn: (fileId, query) => [...(fileId === '' ? [] : [fileId]), ...(driveQuery(query.q ?? '')?.parents ?? [])],

    about({ fields }) {
      const user = { kind: 'drive#user', displayName: 'Mia Example', emailAddress: 'mia@example.test', me: true }
      return fields === undefined ? googleErrors.invalid('fields') : answerWith({ kind: 'drive#about', user }, fields)
    },

    list(query, base) {
      const asked = driveQuery(query.q ?? 'trashed = false')
      if (!asked) return googleErrors.invalid('q')
      const { pageToken, ...same } = query
      const at = pageToken === undefined ? 0 : placeIn(pageToken, same)
      if (at === null || (pageToken !== undefined && spoiled > 0)) {
        spoiled = Math.max(0, spoiled - 1)
        return googleErrors.invalid('pageToken')
      }
      const all = [...items.values()].filter(
        (item) => item.id !== tree.rootId && isIn(item, query.includeItemsFromAllDrives) && asked.fits(item),
      )
      const sorted = sortItems(all, query.orderBy ?? '')
      if (!sorted) return googleErrors.invalid('orderBy')
      const end = at + Math.min(Number(query.pageSize ?? usualPageSize), pageSizeMax)
      const files = sorted.slice(at, end).map((item) => toFile(item, base))
      listed += files.length
      const more = end < sorted.length && { nextPageToken: tokenFor(end, same) }
      return answerWith(
        { kind: 'drive#fileList', incompleteSearch: false, ...more, files },
        query.fields ?? `kind,incompleteSearch,nextPageToken,files(${usualFields})`,
      )
    },

    get(id, query, base) {
      const item = findItem(id, query)
      if (!item) return googleErrors.notFound(id)
      if (query.alt !== 'media') return answerWith(toFile(item, base), query.fields ?? usualFields)
      if (!item.bytes) return googleErrors.noDownload()
      listed += 1
      return { status: 200, headers: { 'Content-Type': item.mimeType }, body: item.bytes }
    },

    rename(id, body, query, base) {
      const item = findItem(id, query)
      if (!item) return googleErrors.notFound(id)
      const { name } = body as { name?: string }
      if (typeof name !== 'string') return googleErrors.invalid('name')
      if (!item.canEdit) return googleErrors.noRight()
      tree.change(item.id, { name })
      renames.push(name)
      return answerWith(toFile({ ...item, name }, base), query.fields ?? usualFields)
    },

    thumbnail(id) {
      const item = items.get(id)
      if (!item?.bytes || !item.hasThumbnail) return { status: 404, headers: { 'Content-Type': 'text/html' }, body: '' }
      return { status: 200, headers: { 'Content-Type': item.mimeType }, body: item.bytes }
    },
  }
}

/** Undefined for an order that is not played. */
function sortItems(items: DriveItem[], orderBy: string): DriveItem[] | undefined {
  const keys = orderBy.split(',').filter((key) => key !== '')
  const compares = keys.map((key) => {
    const [name = '', direction] = key.trim().split(' ')
    const compare = COMPARES[name]
    return compare && ((one: DriveItem, other: DriveItem) => compare(one, other) * (direction === 'desc' ? -1 : 1))
  })
  if (compares.some((compare) => compare === undefined)) return undefined
  return items.sort((one, other) => {
    for (const compare of compares) {
      const order = compare?.(one, other) ?? 0
      if (order !== 0) return order
    }
    return 0
  })
}

const COMPARES: Readonly<Record<string, (one: DriveItem, other: DriveItem) => number>> = {
  createdTime: (one, other) => one.createdAt - other.createdAt,
  modifiedTime: (one, other) => one.modifiedAt - other.modifiedAt,
  name: (one, other) => one.name.localeCompare(other.name),
  name_natural: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
}

const tokenFor = (at: number, same: Query) => `~!!~${at}~${fingerprint(same)}`

/** Null for a token of another question. */
function placeIn(token: string, same: Query): number | null {
  const [, at, of] = /^~!!~(\d+)~(.+)$/.exec(token) ?? []
  return of === fingerprint(same) ? Number(at) : null
}

const fingerprint = (same: Query) =>
  Buffer.from(JSON.stringify(Object.entries(same).sort()))
    .toString('base64url')
    .slice(-24)
