/** A thread of the truth bench: judges the worlds it is sent and answers with what they show. */
import { parentPort } from 'node:worker_threads'
import type { Judged } from './truth-section.ts'
import { sections } from './truth-sections.ts'

export interface WorldsRequest {
  section: string
  batch: string
  seeds: number[]
}

parentPort?.on('message', ({ section, batch, seeds }: WorldsRequest) => {
  const judge = sections.find(({ name }) => name === section)?.judge
  const judged: Judged[] = seeds.map((seed) => judge?.(batch, seed) ?? {})
  parentPort?.postMessage(judged)
})
