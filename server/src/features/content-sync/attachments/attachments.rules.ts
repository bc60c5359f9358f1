/** Pure decisions on what an item shows of the files of its record. */
import type { ItemChange } from '#features/content/index.ts'
import type { RecordFields } from '../field-mapping/field-mapping.rules.ts'
import type { Value } from '../field-mapping/rules/cells.ts'

/**
 * The pictures that an item takes from its record: the copies of all its files, in their order. One that has yet to be copied is
 * shown later. A reel has pictures of its own here, from which its video is made.
 */
export function picturesAfter({
  theirs: { files },
  before,
  copies,
  mediaType,
}: {
  theirs: RecordFields
  before: RecordFields | null
  copies: ReadonlyMap<string, string>
  mediaType: Value
}): ItemChange {
  const isReel = typeof mediaType === 'string' && mediaType.trim().toLowerCase() === 'reel'
  if (files === undefined) return {}
  const isSameAsBefore = JSON.stringify(files) === JSON.stringify(before?.files)
  // An item that was made here may show a picture that its record has not.
  if (isSameAsBefore && (isReel || files.length < 2)) return {}
  if (files.length > 0) return picturesOf(files, copies, isReel)
  return before?.files?.length ? { imageUrl: null, ...(!isReel && { images: null }) } : {}
}

function picturesOf(files: readonly string[], copies: ReadonlyMap<string, string>, isReel: boolean): ItemChange {
  const copied = files.flatMap((file) => copies.get(file) ?? [])
  const [imageUrl] = copied
  // What it showed stays until there is something else to show.
  if (imageUrl === undefined) return {}
  return { imageUrl, ...(!isReel && { images: copied.length > 1 ? copied : null }) }
}
