import { expect, test } from 'vitest'
import { dayFromText } from '#platform/calendar.ts'
import { CLIENTS } from './clients.ts'
import { draftsOf } from './drafts.ts'

const TODAY = 20_000

test('what is published was due before today, and the rest is due after it, whatever the hour of filling', () => {
  const drafts = CLIENTS.flatMap((_, client) => draftsOf(client, TODAY))
  expect(drafts).toHaveLength(60)
  for (const { status, publishDate } of drafts) {
    const day = publishDate === null ? null : dayFromText(publishDate.slice(0, 10))
    if (status === 'Published') expect(day).toBeLessThan(TODAY)
    else if (day !== null) expect(day).toBeGreaterThan(TODAY)
  }
})
