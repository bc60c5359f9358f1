/** Pure decisions about uploaded files: their addresses, and how a file is named to the person who sent it. */

const ADDRESS = /^\/media\/u\/([A-Za-z0-9_-]{22})$/

export const addressOf = (id: string): string => `/media/u/${id}`

/** The id in an address of ours; null for any other. */
export const idInAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

const MUSIC_ADDRESS = /^\/media\/m\/([A-Za-z0-9_-]{22})$/

export const musicAddressOf = (id: string): string => `/media/m/${id}`

export const idInMusicAddress = (address: string): string | null => MUSIC_ADDRESS.exec(address)?.[1] ?? null

const NAME_SHOWN_MAX = 60

/**
 * A file's name within a sentence: characters that turn the direction of text or cannot be seen would change what the
 * sentence says.
 */
export function nameShown(name: string): string {
  const seen = name.toWellFormed().replaceAll(/\p{C}/gu, '').trim()
  const characters = Array.from(seen)
  return characters.length > NAME_SHOWN_MAX ? `${characters.slice(0, NAME_SHOWN_MAX).join('')}…` : seen
}
