/** What is known of the store's soundness: found by a check of the whole file, or by a read or write that failed. */
import { isStoreDamage } from '../store-errors.ts'

export interface Damage {
  foundAt: number
  /** In the words of SQLite. */
  cause: string
}

export interface StoreHealth {
  /** Null while nothing is known to be damaged. */
  damage(): Damage | null
  /** When the whole file was last checked; null where it never was. */
  readLastCheckAt(): number | null
  /** Notes an error of the store if it means damage. */
  noteError(error: unknown): void
  /** Notes the result of a check of the whole file; `problem` null when it is sound. */
  noteCheck(problem: string | null): void
  /** Calls back when damage is found where none was known. `call` must not throw. */
  onDamage(call: (damage: Damage) => void): void
}

export function storeHealth(): StoreHealth {
  let damage: Damage | null = null
  let checkedAt: number | null = null
  const calls: ((damage: Damage) => void)[] = []

  function noteDamage(cause: string) {
    if (damage) return
    damage = { foundAt: Date.now(), cause }
    for (const call of calls) call(damage)
  }

  return {
    damage: () => damage,
    readLastCheckAt: () => checkedAt,
    noteError(error) {
      if (isStoreDamage(error)) noteDamage(error.message)
    },
    noteCheck(problem) {
      checkedAt = Date.now()
      if (problem === null) damage = null
      else noteDamage(problem)
    },
    onDamage: (call) => void calls.push(call),
  }
}
