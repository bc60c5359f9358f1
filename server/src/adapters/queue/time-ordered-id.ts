/** Ids of jobs: UUIDs of version 7, which sort by when they were made, so that "oldest first" needs no further column. */
import { randomBytes } from 'node:crypto'

const COUNTER_MAX = 0xfff

/**
 * Each call answers an id larger than those before it from the same maker, also when the clock stands still or goes back.
 * `now` is in epoch milliseconds; `random` answers that many random bytes.
 */
export function timeOrderedIds(random: (bytes: number) => Uint8Array = randomBytes): (now: number) => string {
  let moment = 0
  let counter = 0
  return (now) => {
    if (now > moment) [moment, counter] = [now, 0]
    else if (counter < COUNTER_MAX) counter += 1
    else [moment, counter] = [moment + 1, 0]
    const chance = Buffer.from(random(8))
    chance[0] = ((chance[0] ?? 0) & 0x3f) | 0x80
    const rest = chance.toString('hex')
    const count = counter.toString(16).padStart(3, '0')
    return `${idsSince(moment)}-7${count}-${rest.slice(0, 4)}-${rest.slice(4)}`
  }
}

/** What ids of this moment begin with: no later one sorts before it, and no earlier one after it. */
export function idsSince(moment: number): string {
  const time = moment.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** When an id was made, in epoch milliseconds. */
export const momentOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
