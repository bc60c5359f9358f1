/** Finds a column for each field by its name. Pure. */
import { TABLE_FIELDS, type TableField } from '@tangelo/contract/limits'
import type { Column } from '#ports/content-database.ts'
import { type ColumnIds, fits } from '../settings.rules.ts'

/** Names that columns go by, the likeliest first; compared without case, marks and blanks. */
const SYNONYMS: Readonly<Record<TableField, readonly string[]>> = {
  status: ['Status', 'State', 'Post Status', 'Stage', 'Workflow'],
  caption: ['Caption', 'Post Caption', 'Text', 'Copy', 'Post Text', 'Post Copy', 'Body', 'Content', 'Description'],
  taggedUsers: [
    'Tagged Users',
    'User Tags',
    'Tagged People',
    'Tagged Accounts',
    'Tags',
    'Mentions',
    'Tagged',
    'Collaborators',
  ],
  mediaType: ['Media Type', 'Post Type', 'Content Type', 'Type', 'Format', 'Kind'],
  location: ['Location', 'Place', 'Geotag', 'Venue', 'Where'],
  image: [
    'Image',
    'Images',
    'Photo',
    'Photos',
    'Picture',
    'Pictures',
    'Media',
    'Attachments',
    'Attachment',
    'Visual',
    'Creative',
    'Files',
    'Assets',
  ],
  likes: ['Likes', 'Like Count', 'Number of Likes'],
  comments: ['Comments', 'Comment Count', 'Number of Comments'],
  publishDate: [
    'Publish Date',
    'Publishing Date',
    'Published Date',
    'Post Date',
    'Scheduled',
    'Scheduled For',
    'Scheduled Date',
    'Schedule',
    'Planned for',
    'Planned Date',
    'Go Live',
    'Date',
    'When',
  ],
  hashtags: ['Hashtags', 'Hashtag', 'Hash Tags'],
  permalink: [
    'Permalink',
    'Instagram Link',
    'Instagram URL',
    'Post Link',
    'Post URL',
    'Link to Post',
    'Published Link',
    'Published URL',
    'Live Link',
    'Live URL',
  ],
  changedTime: ['Last Modified', 'Last Modified Time', 'Modified', 'Updated', 'Last Updated', 'Changed'],
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * A column for each field that has none yet, by its name. What was guessed before stays while the column is there, also
 * under another name: people rename columns, and mean the same one. A column holds one field.
 */
export function guessColumns(columns: readonly Column[], before: ColumnIds, chosen: ColumnIds): ColumnIds {
  const isThere = (id: string | null | undefined) => columns.some((column) => column.id === id)
  const kept = TABLE_FIELDS.flatMap((field) => (isThere(before[field]) ? [[field, before[field]] as const] : []))
  const found = new Map<TableField, string | null | undefined>(kept)
  const taken = new Set([...found.values(), ...Object.values(chosen)])
  for (const field of TABLE_FIELDS) {
    if (found.has(field) || chosen[field] !== undefined) continue
    const column = byName(field, columns, taken)
    if (!column) continue
    found.set(field, column.id)
    taken.add(column.id)
  }
  return Object.fromEntries(found)
}

/**
 * Of columns whose names fit, one that can hold it; else the first, so that the screen explains what is wrong with it.
 */
function byName(field: TableField, columns: readonly Column[], taken: ReadonlySet<unknown>): Column | undefined {
  const named = SYNONYMS[field].flatMap((synonym) =>
    columns.filter(({ id, name }) => plain(name) === plain(synonym) && !taken.has(id)),
  )
  // The service keeps this one itself: there is no need for a name.
  const byKind =
    field === 'changedTime' ? columns.find((column) => fits(field, column) && !taken.has(column.id)) : undefined
  return named.find((column) => fits(field, column)) ?? byKind ?? named[0]
}
