/** Ids that say nothing but which one it is, and cannot be guessed. */
import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits, each as likely as the others: nearly 6 random bits apiece. */
export const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** `rec` and 14 letters or digits, in the shape that tables elsewhere give their records (D19). */
export const newRecordId = (): string => `rec${letters(14)}`
