/** Limits of tables elsewhere. No zod: the web imports values from here. */

/** Fields of an item that a table elsewhere may hold. */
export const TABLE_FIELDS = [
  'status',
  'caption',
  'taggedUsers',
  'mediaType',
  'location',
  'image',
  'likes',
  'comments',
  'publishDate',
  'hashtags',
  'permalink',
  'changedTime',
] as const
export type TableField = (typeof TABLE_FIELDS)[number]
