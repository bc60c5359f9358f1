/** Walks over the pages of a table: what stands behind an `offset`. A walk lives five minutes after its last page. */
const lifeMs = 5 * 60_000

export interface Walk {
  id: string
  /** All parameters but the offset: they must stay as they were. */
  question: string
  /** Records not handed out yet. */
  recordIds: string[]
}

export interface Walks {
  begin(question: string, recordIds: string[]): Walk
  /** Undefined when it is gone. */
  find(offset: string, now: number): Walk | undefined
  /** The offset of its next page; undefined at the end. */
  offsetAfter(walk: Walk, now: number): string | undefined
  /** The next so many calls with an offset find their walk gone. */
  vanish(count: number): void
}

export function walks(newId: (prefix: string) => string): Walks {
  const living = new Map<string, { walk: Walk; until: number }>()
  let vanishing = 0
  return {
    begin: (question, recordIds) => ({ id: newId('itr'), question, recordIds }),
    find(offset, now) {
      const [id = ''] = offset.split('/')
      if (vanishing > 0) {
        vanishing -= 1
        living.delete(id)
      }
      const found = living.get(id)
      return found && now < found.until ? found.walk : undefined
    },
    offsetAfter(walk, now) {
      for (const [id, { until }] of living) if (now >= until) living.delete(id)
      if (walk.recordIds.length === 0) {
        living.delete(walk.id)
        return undefined
      }
      living.set(walk.id, { walk, until: now + lifeMs })
      return `${walk.id}/${walk.recordIds[0]}`
    },
    vanish: (count) => {
      vanishing += count
    },
  }
}
