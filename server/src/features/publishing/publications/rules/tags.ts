/** People that an item names, as Instagram takes them. Pure. */
import type { ItemRow } from '#features/content/index.ts'
import type { PersonTag } from '#ports/publishing-container.ts'

/** Pictures name a place for each person: along the lower edge, where the fewest faces are. */
export function tagsOf({ tagged_users }: Pick<ItemRow, 'tagged_users'>, hasPlaces: boolean): PersonTag[] {
  const names: string[] = tagged_users === null ? [] : JSON.parse(tagged_users)
  return names.map((username, index) => ({
    username,
    at: hasPlaces ? { x: (index + 1) / (names.length + 1), y: 0.9 } : null,
  }))
}
