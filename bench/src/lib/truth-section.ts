/** A section of the truth bench: invented worlds, judged one by one in worker threads, and what all of them show. */
import type { TruthBench } from '@tangelo/contract/truth-bench'
import type { Figure } from './table.ts'

/** Worlds of one kind. */
export interface Batch {
  name: string
  worlds: number
}

/** What one world shows, as plain numbers, so that it crosses a thread. */
export type Judged = Record<string, number>

export interface TruthSection {
  /** For `--only`. */
  name: string
  /** `scale` is 1, less for a quick run. */
  batches: (scale: number) => Batch[]
  /** Runs in a worker thread; the same batch and seed give the same world. */
  judge: (batch: string, seed: number) => Judged
  /** Runs once, with the worlds of each batch in the order of their seeds. */
  conclude: (listJudged: (batch: string) => Judged[]) => { figures: Figure[]; published: Partial<TruthBench> }
}

/** The share of worlds that have this figure above zero. */
export const shareOf = (judged: readonly Judged[], figure: string): number =>
  judged.length === 0 ? 0 : judged.filter((world) => (world[figure] ?? 0) > 0).length / judged.length

/** Two standard errors of a share measured in so many worlds. */
export const twoErrors = (share: number, worlds: number): number => 2 * Math.sqrt((share * (1 - share)) / worlds)

/** 5.1 %. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
