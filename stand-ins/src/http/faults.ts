/** Faults of a stand-in, and the calls they apply to. All of them are plain JSON, for the control door. */
import { shareFor } from '../world/chance.ts'

export type Fault =
  /** Takes the request and never answers. */
  | 'hang'
  /** Half an answer, then the connection is reset. */
  | 'reset'
  /** What was asked for is done, and the connection is closed without a byte. */
  | 'drop'
  /** The right answer, one byte at a time, ten a second. */
  | 'trickle'
  /** A page for people, with status 200. */
  | 'html'
  /** The right answer with a field of 50 MB in it. */
  | 'huge'
  /** A good answer without any posts, or without any items. */
  | 'emptyList'
  /** Every number is the word "many". */
  | 'wrongTypes'
  /** JSON that ends in the middle, as if it were complete. */
  | 'truncated'
  /** The right answer, once `release` lets it go; what was asked for is done at once. */
  | 'held'
  | OtherAnswer
  /** What was asked for is done, and answered as if it were not. */
  | { actsThen: OtherAnswer }
  /** The right answer, later; what was asked for is done at once. */
  | { delayMs: number }
  /** Takes the request, and does and answers it later, also for a client that is gone by then. */
  | { actsAfterMs: number }
  /** As `trickle`, with this pause after each byte. */
  | { trickleMs: number }
  /** The names concerned fail by themselves, the others of the call do not. */
  | { errorItem: ErrorItemKind }

/** Sent in place of the right one. */
export interface OtherAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** Empty, private and blocked accounts are all `no_items`. */
export type ErrorItemKind = 'not_found' | 'no_items'

/**
 * Where several apply to a call: by name, then the counted ones in the order given, then the share, then always. A
 * request that breaks the contract is refused as ever and uses nothing up.
 */
export interface Faults {
  /**
   * The next calls, after those already counted.
   * @param options.of only calls that ask for this name, or are this operation of the contract; others use nothing up.
   */
  next(count: number, fault: Fault, options?: { of?: string }): void
  /** @param until epoch milliseconds of the stand-in's clock. The last word holds. */
  always(fault: Fault, options?: { until?: number }): void
  /** Each call that asks for one of the names, in any case, or is one of these operations of the contract, until `clear`. */
  forNames(names: readonly string[], fault: Fault): void
  /** A part of the calls, 0.05 for one in twenty; of the names of the calls where the fault is an error item. */
  share(part: number, fault: Fault, seed: number): void
  clear(): void
  /** Lets go the answers that are held; those that come to be held later wait for the next release. */
  release(): void
}

/** A fault for one call, and the names of that call which it concerns. */
export interface PickedFault {
  fault: Fault
  names: ReadonlySet<string>
}

export interface FaultBook extends Faults {
  /** Decides about one call, and counts it. */
  pick(names: readonly string[], now: number, operation?: string): PickedFault | undefined
  /** Resolves at the next release. */
  waitForRelease(): Promise<void>
}

export function faultBook(): FaultBook {
  let counted: { count: number; fault: Fault; of: string | null }[] = []
  let byName = new Map<string, Fault>()
  let always: { fault: Fault; until: number } | undefined
  let share: { part: number; fault: Fault; seed: number } | undefined
  let picks = 0
  let holding = Promise.withResolvers<void>()

  function pickByName(names: readonly string[]): PickedFault | undefined {
    const fault = names.map((name) => byName.get(name.toLowerCase())).find((found) => found !== undefined)
    if (fault === undefined) return undefined
    return { fault, names: new Set(names.filter((name) => byName.get(name.toLowerCase()) === fault)) }
  }

  function pickCounted(names: readonly string[], operation: string | undefined): PickedFault | undefined {
    const first = counted.find(({ of }) => of === null || of === operation || names.includes(of))
    if (!first) return undefined
    first.count -= 1
    if (first.count <= 0) counted = counted.filter((order) => order !== first)
    return { fault: first.fault, names: new Set(names) }
  }

  function pickShare(names: readonly string[]): PickedFault | undefined {
    if (!share) return undefined
    const { part, fault, seed } = share
    if (!isErrorItem(fault)) {
      return shareFor(seed, 'share', picks) < part ? { fault, names: new Set(names) } : undefined
    }
    const unlucky = names.filter((name) => shareFor(seed, 'share', picks, name) < part)
    return unlucky.length > 0 ? { fault, names: new Set(unlucky) } : undefined
  }

  return {
    next: (count, fault, { of = null }: { of?: string | null } = {}) => {
      if (count > 0) counted.push({ count, fault, of })
    },
    always: (fault, { until = Number.POSITIVE_INFINITY } = {}) => {
      always = { fault, until }
    },
    forNames: (names, fault) => {
      for (const name of names) byName.set(name.toLowerCase(), fault)
    },
    share: (part, fault, seed) => {
      share = { part, fault, seed }
    },
    clear: () => {
      counted = []
      byName = new Map()
      always = undefined
      share = undefined
    },
    release: () => {
      holding.resolve()
      holding = Promise.withResolvers()
    },
    waitForRelease: () => holding.promise,
    pick(names, now, operation) {
      picks += 1
      if (always && now >= always.until) always = undefined
      return (
        pickByName(operation === undefined ? names : [...names, operation]) ??
        pickCounted(names, operation) ??
        pickShare(names) ??
        (always && { fault: always.fault, names: new Set(names) })
      )
    },
  }
}

export function isErrorItem(fault: Fault): fault is { errorItem: ErrorItemKind } {
  return typeof fault === 'object' && 'errorItem' in fault
}
