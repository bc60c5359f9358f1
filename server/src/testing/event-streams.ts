/** For tests of what happens while people look: events, and streams of them as they come over HTTP. */
import { type DomainEvent, publishEvents } from '#features/core/events/service/publish.ts'
import { until } from './queue-nodes.ts'
import type { Person, World } from './world.ts'

export const publish = ({ database, clock }: World, ...happenings: DomainEvent[]) =>
  database.transaction((tx) => publishEvents(tx, happenings, clock.now()))

export const buildRefreshDone = (accountId: number, companyId = 1): DomainEvent => ({
  companyId,
  kind: 'refresh-done',
  accountId,
})

export async function stream({ app, tokens }: World, who: Person, lastEventId?: number | string) {
  const res = await app.inject({
    method: 'GET',
    url: '/api/events',
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    payloadAsStream: true,
  })
  let text = ''
  let isOver = false
  res.stream().on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  res.stream().on('end', () => {
    isOver = true
  })
  const events = (): { id: number; accountId: number }[] =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
  return {
    res,
    events,
    accounts: () => events().map(({ accountId }) => accountId),
    text: () => text,
    isOver: () => isOver,
    hangUp: () => res.raw.res.destroy(),
  }
}

export const waitForAll = (streams: { accounts(): number[] }[], count: number) =>
  until('all events are there', () => streams.every(({ accounts }) => accounts().length >= count))
