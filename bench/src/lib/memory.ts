/** How much memory another process holds now, and at most over a while. Only on Linux: elsewhere null. */
import { readFileSync } from 'node:fs'
import { aside, atMost, type Figure, formatNumber } from './table.ts'

const EVERY_MS = 50

export function residentMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Starts looking; the returned function ends that and answers the most that was seen. */
export function watchMemory(pid: number): () => number | null {
  let most = residentMb(pid)
  const timer = setInterval(() => {
    const now = residentMb(pid)
    if (now !== null && most !== null) most = Math.max(most, now)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** How much more than before the most was. */
export function memoryGrowth(name: string, before: number | null, most: number | null, limitMb: number): Figure {
  if (before === null || most === null) return aside(name, 'not given by this system')
  return atMost(name, most - before, limitMb, 'MB', ` (${formatNumber(before)} to ${formatNumber(most)})`)
}
