/** How the history of a post writes a value. */
import { texts } from '../texts/post.ts'
import { dateTimeText } from './dates.ts'

const VALUE_CHARACTERS_MAX = 80

/** A value of the history in few words. */
export function valueText(field: keyof typeof texts.history.fields, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return texts.history.empty
  // Its address means nothing to a reader.
  if (field === 'imageUrl') return texts.history.image
  if (Array.isArray(value)) {
    const sign = field === 'taggedUsers' ? '@' : '#'
    return value.length === 0 ? texts.history.empty : value.map((name) => `${sign}${name}`).join(' ')
  }
  const text =
    field === 'publishDate' || field === 'approvalAskedAt' ? dateTimeText(String(value), timeZone) : String(value)
  const letters = [...text.replace(/\s+/g, ' ')]
  return letters.length > VALUE_CHARACTERS_MAX
    ? `${letters.slice(0, VALUE_CHARACTERS_MAX).join('')}...`
    : letters.join('')
}
