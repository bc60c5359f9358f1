/** Where rows name blobs: for the sweep, which removes what nothing names, and for backups, which bring what something names. */

/** Blobs that are not compressed, by the hex digits of their hash. */
export const BLOB_COLUMNS = [
  ['uploads', 'hash'],
  ['music', 'hash'],
  ['videos', 'hash'],
  ['videos', 'cover_hash'],
  ['cached_images', 'hash'],
  ['image_variants', 'hash'],
  ['reports', 'html_hash'],
  ['reports', 'csv_hash'],
  ['share_links', 'html_hash'],
  ['publication_media', 'hash'],
] as const

/**
 * The names of all blobs, each once, as rows `name` and `packed` (1 for answers of sources, which are compressed), of those
 * of the tables that there are: an older store lacks some.
 */
export function selectNamedBlobs(tables: ReadonlySet<string>, hexOf: (column: string) => string): string {
  const plain = BLOB_COLUMNS.filter(([table]) => tables.has(table)).map(
    ([table, column]) => `select ${column} as name, 0 as packed from ${table} where ${column} is not null`,
  )
  const answers = `select ${hexOf('hash')} as name, 1 as packed from raw_responses where kept_since is not null`
  return [...plain, ...(tables.has('raw_responses') ? [answers] : [])].join(' union ')
}
