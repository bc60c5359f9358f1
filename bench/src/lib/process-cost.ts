/** What processes cost, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Ticks of /proc are hundredths of a second on every machine Node runs on. */
const TICKS = 100

/** Processor seconds of a process and of all its children that have ended. */
export function cpuSeconds(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  // utime, stime, cutime, cstime: fields 14 to 17 of the line, counted from 1.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS
}

/** Of a process, and of all that it has started, also those that still run. */
export const cpuSecondsWithChildren = (id: number): number =>
  [id, ...childrenOf(id)].reduce((sum, one) => sum + cpuSecondsOr0(one), 0)

const SETTLED_SECONDS_MAX = 0.03
const LOOKS_MAX = 120

/** Resolves when these do next to nothing for a second: work of a start is then over. Gives up waiting after two minutes. */
export async function untilSettled(ids: readonly number[]): Promise<void> {
  const sumCpuSeconds = () => ids.reduce((sum, id) => sum + cpuSecondsWithChildren(id), 0)
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const before = sumCpuSeconds()
    await pause(1_000)
    if (sumCpuSeconds() - before <= SETTLED_SECONDS_MAX) return
  }
}

function cpuSecondsOr0(id: number): number {
  try {
    return cpuSeconds(id)
  } catch {
    // It has ended meanwhile, and counts among those of its parent.
    return 0
  }
}

/** Of a process, and of all that it has started and that still run. In MB. */
export function memoryMegabytes(id: number): { own: number; children: number } {
  return { own: rss(id), children: childrenOf(id).reduce((sum, child) => sum + rss(child), 0) }
}

function rss(id: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

function childrenOf(id: number): number[] {
  try {
    return readdirSync(`/proc/${id}/task`).flatMap((thread) =>
      readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
