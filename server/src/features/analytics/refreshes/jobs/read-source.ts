/**
 * What one node reads of a source in a round: range after range of the profiles that are due, through every connection of the source at
 * once. Each connection takes the next profiles when it has a place, so that the readings are spread by what each has left; one
 * that is exhausted, refused or slow gives back what it holds and stops none of the others.
 */
import { type ProfileSourceName, SourceFailure } from '#ports/instagram.ts'
import type { QuotaName } from '#ports/outside-service.ts'
import type { RunningJob } from '#ports/queue.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import type { ReadableRange, RefreshRanges } from '../service/ranges.ts'
import type { ProfileRow } from '../store/profile-rows.ts'
import { type Channel, callsUnderWay, openChannel, rangeSize, speedOf } from './channels.ts'
import type { RefreshTools } from './refresh-account.ts'

export interface RoundTools extends RefreshTools {
  ranges: RefreshRanges
  connections: Pick<SourceConnectionsService, 'isOpen'>
}

export interface Round extends RoundTools {
  job: RunningJob
  /** Called with the number of profiles dealt with. */
  onDone(count: number): Promise<void>
  /** Called when more is due than one range holds: another node may help. */
  onMore(): Promise<void>
}

interface Held {
  range: ReadableRange
  profile: ProfileRow
}

/** Ends when nothing is due that no other node reads, or when no connection may be called. */
export async function readSource(name: ProfileSourceName, round: Round): Promise<void> {
  const { profiles, quotas, ranges, connections, job } = round
  const { signal } = job
  const channels = new Map<QuotaName, Channel>()
  let waiting: Held[] = []
  let isOver = false
  let filling: Promise<void> | null = null
  /** Profiles of each range that are not dealt with yet. */
  const left = new Map<ReadableRange, number>()
  const ended = Promise.withResolvers<void>()
  const calls = new Set<Promise<void>>()
  const all = () => [...channels.values()]

  async function fill(): Promise<void> {
    if (isOver || signal.aborted) return
    const source = (await profiles.sources()).find((one) => one.name === name)
    if (!source) return
    const size = rangeSize(source.connections)
    const range = await ranges.lease(name, source.owners, job, size)
    if (!range) return
    left.set(range, range.profiles.length)
    waiting.push(...range.profiles.map((profile) => ({ range, profile })))
    // Those that have been added, or are no longer paused, take part from here on.
    for (const connection of source.connections) {
      const known = channels.get(connection.name)
      if (known && !(known.isClosed && known.active === 0)) continue
      const hasFailed = ((await quotas.find(connection.name))?.failures ?? 0) > 0
      channels.set(connection.name, openChannel(connection, hasFailed))
    }
    if (range.profiles.length === size) await round.onMore()
  }

  /** Begins as many calls as may be under way. No connection holds more of what waits than its share of all calls. */
  function pump(): void {
    const open = all().filter(({ isClosed }) => !isClosed)
    const whole = open.reduce((sum, { connection }) => sum + speedOf(connection), 0)
    const unbegun = waiting.length + open.reduce((sum, { held }) => sum + held, 0)
    for (const channel of open) {
      const share = Math.max(1, Math.ceil((speedOf(channel.connection) / whole) * unbegun))
      while (waiting.length > 0 && channel.active < channel.callsAtOnce && channel.held < share && !isOver) {
        const call: Promise<void> = callOnce(channel, nextProfiles(channel.connection.source.namesPerCall)).finally(
          () => calls.delete(call),
        )
        calls.add(call)
      }
    }
    if (all().every(({ active }) => active === 0)) ended.resolve()
  }

  /** The next profiles for one call, all of one range, so that one fence holds for them. */
  function nextProfiles(count: number): Held[] {
    const [first] = waiting
    const some = waiting.slice(0, count).filter(({ range }) => range === first?.range)
    waiting = waiting.slice(some.length)
    return some
  }

  async function callOnce(channel: Channel, some: Held[]): Promise<void> {
    channel.active += 1
    try {
      if (!signal.aborted) await readWhenPlaced(channel, some)
      if (waiting.length === 0) {
        filling ??= fill().finally(() => {
          filling = null
        })
        await filling
      }
    } catch (error) {
      isOver = true
      ended.reject(error)
    } finally {
      channel.active -= 1
      if (signal.aborted) isOver = true
      pump()
    }
  }

  async function readWhenPlaced(channel: Channel, some: Held[]): Promise<void> {
    const { connection } = channel
    const [first] = some
    if (!first) return
    channel.held += some.length
    const mayBegin = await waitForPlace(channel, first.range).finally(() => {
      channel.held -= some.length
    })
    if (!mayBegin) {
      waiting = [...some, ...waiting]
      return
    }
    try {
      // A person may have had it read meanwhile, or have chosen another interval.
      const due = await profiles.stillDue(some.map(({ profile }) => profile))
      if (due.length > 0) {
        await profiles.read(connection, due, signal, { range: first.range })
        channel.callsAtOnce = callsUnderWay(connection)
      }
      await round.onDone(some.length)
      await settle(some)
    } catch (error) {
      if (!(error instanceof SourceFailure) || signal.aborted) throw error
      // The consequence for the connection is recorded already: its next place decides whether to go on.
      channel.places = []
      // What has been put off is dealt with; what a limit or a refusal has not touched is left to the other connections.
      if (error.kind === 'unavailable') await settle(some)
      else waiting = [...some, ...waiting]
    }
  }

  /** False when the connection is to be left alone, or the range is another node's by now. */
  async function waitForPlace(channel: Channel, range: ReadableRange): Promise<boolean> {
    while (channel.places.length === 0 && !channel.isClosed && !isOver) {
      channel.placing ??= takePlaces(channel, range).finally(() => {
        channel.placing = null
      })
      await channel.placing
    }
    const at = channel.isClosed || isOver ? undefined : channel.places.shift()
    if (at === undefined) return false
    await quotas.waitUntil(at, signal)
    if (!(await connections.isOpen(channel.connection))) channel.isClosed = true
    return !channel.isClosed && !isOver
  }

  async function takePlaces(channel: Channel, range: ReadableRange): Promise<void> {
    if (!(await ranges.isHeld(range))) {
      isOver = true
      channel.isClosed = true
      return
    }
    const taken = await quotas.take(
      channel.connection,
      Math.ceil(channel.held / channel.connection.source.namesPerCall),
    )
    if (taken.at) channel.places = taken.at
    else channel.isClosed = true
  }

  async function settle(some: readonly Held[]): Promise<void> {
    const [first] = some
    if (!first) return
    const still = (left.get(first.range) ?? 0) - some.length
    left.set(first.range, still)
    if (still > 0) return
    left.delete(first.range)
    await ranges.release(first.range)
  }

  try {
    await fill()
    pump()
    await ended.promise
  } finally {
    isOver = true
    // No call is still under way when this is over, also when it failed.
    while (calls.size > 0) await Promise.all(calls)
    for (const range of left.keys()) await ranges.release(range)
  }
}
