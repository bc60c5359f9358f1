/** Lets in as many as there are places, and as large as there is room, in the order of requests. */

export interface Places {
  /** Waits for its turn. Call what it answers when the work is done, once. */
  enter(size: number): Promise<() => void>
}

/** What is larger than the room gets in alone. */
export function places(count: number, room: number): Places {
  const waiting: { size: number; go: () => void }[] = []
  let inside = 0
  let taken = 0

  function admit(): void {
    for (
      let [next] = waiting;
      next && inside < count && (inside === 0 || taken + next.size <= room);
      [next] = waiting
    ) {
      waiting.shift()
      inside += 1
      taken += next.size
      next.go()
    }
  }

  return {
    enter(size) {
      const { promise, resolve } = Promise.withResolvers<() => void>()
      const leave = () => {
        inside -= 1
        taken -= size
        admit()
      }
      waiting.push({ size, go: () => resolve(leave) })
      admit()
      return promise
    },
  }
}
