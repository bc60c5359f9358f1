/** Ids of records, in the shape that tables elsewhere give theirs (D19). */
import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `rec` and 14 letters or digits, 83 random bits. */
export const newRecordId = (): string =>
  `rec${Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
