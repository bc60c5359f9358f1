/** Counts how often a request waits for PostgreSQL: statements that are sent together are waited for once. */
import pg from 'pg'

/** Nothing more is sent for so long: all that was sent is being waited for. */
const QUIET_MS = 15

type Send = (...values: unknown[]) => unknown

/** Answers the statements of each round trip that `work` makes. No other request may run meanwhile. */
export async function roundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = []
  let held: (() => void)[] = []
  let sent: string[] = []
  let quiet: NodeJS.Timeout | undefined
  const release = () => {
    trips.push(sent)
    const releasing = held
    sent = []
    held = []
    for (const answer of releasing) answer()
  }
  /** An answer is handed on only when nothing more is sent without it. */
  const hold = (answer: () => void) => {
    held.push(answer)
    if (held.length < sent.length) return
    clearTimeout(quiet)
    quiet = setTimeout(release, QUIET_MS)
  }
  const send = pg.Client.prototype.query as Send
  const queryAndRecord: Send = function spied(this: pg.Client, ...values) {
    const [query] = values
    sent.push(typeof query === 'string' ? query : (query as { text: string }).text)
    clearTimeout(quiet)
    const callback = values.at(-1)
    if (typeof callback === 'function')
      return send.call(this, ...values.slice(0, -1), (...answer: unknown[]) => hold(() => callback(...answer)))
    return new Promise((resolve, reject) => {
      const answered = send.call(this, ...values) as Promise<unknown>
      answered.then(
        (answer) => hold(() => resolve(answer)),
        (error) => hold(() => reject(error)),
      )
    })
  }
  pg.Client.prototype.query = queryAndRecord as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
    clearTimeout(quiet)
  }
  return trips
}
