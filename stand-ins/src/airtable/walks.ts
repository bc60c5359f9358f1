/**
 * Walks over the pages of a table: what stands behind an `offset`. A walk lives five minutes after its last page; until
 * then a page may be asked for again.
 */
const lifeMs = 5 * 60_000

export interface Walk {
  id: string
  /** All parameters but the offset: they must stay as they were. */
  question: string
  recordIds: readonly string[]
}

export interface Walks {
  begin(question: string, recordIds: readonly string[]): Walk
  /** The walk of an offset and where on it the page begins; undefined when it is gone. */
  find(offset: string, now: number): { walk: Walk; from: number } | undefined
  /** The offset of the page that begins there; undefined at the end. */
  offsetAt(walk: Walk, from: number, now: number): string | undefined
  /** The next so many calls with an offset find their walk gone. */
  vanish(count: number): void
}

export function walks(newId: (prefix: string) => string): Walks {
  const living = new Map<string, { walk: Walk; until: number }>()
  let vanishing = 0
  return {
    begin: (question, recordIds) => ({ id: newId('itr'), question, recordIds }),
    find(offset, now) {
      const [id = '', recordId = ''] = offset.split('/')
      if (vanishing > 0) {
        vanishing -= 1
        living.delete(id)
      }
      const found = living.get(id)
      const from = found?.walk.recordIds.indexOf(recordId) ?? -1
      return found && from >= 0 && now < found.until ? { walk: found.walk, from } : undefined
    },
    offsetAt(walk, from, now) {
      for (const [id, { until }] of living) if (now >= until) living.delete(id)
      const recordId = walk.recordIds[from]
      if (recordId === undefined) return undefined
      living.set(walk.id, { walk, until: now + lifeMs })
      return `${walk.id}/${recordId}`
    },
    vanish: (count) => {
      vanishing += count
    },
  }
}
