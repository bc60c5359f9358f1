/** A screen that comes back after a long time: over a real connection, which takes its time. */
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'
import { publishEvents } from './service/publish.ts'

const EVENTS = 12_000
const AT_ONCE = 1_000

test('who has been away while much happened gets all of it, and what happens next', async () => {
  const { app, database, clock, tokens } = await world()
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, (_, at) => {
      const accountId = from + at + 1
      return { companyId: 1, kind: 'refresh-done' as const, accountId, message: 'As long as a sentence for people is.' }
    })
    await database.transaction((tx) => publishEvents(tx, events, clock.now()))
  }
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${tokens.pro}`, 'last-event-id': '0' }
  const { body } = await fetch(`${origin}/api/events`, { headers, signal: leaving.signal })
  let text = ''
  let last = 0
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: ')) {
        expect(JSON.parse(line.slice(6)).id).toBe(last + 1)
        last += 1
      }
    if (last === EVENTS)
      await database.transaction((tx) => publishEvents(tx, [{ companyId: 1, kind: 'refresh-done' }], clock.now()))
    if (last > EVENTS) break
  }
  leaving.abort()
  expect(last).toBe(EVENTS + 1)
})
