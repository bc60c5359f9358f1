/** What a store can be made to suffer, and what a trial needs to know of it. */
import type { StoreLocation } from '#platform/database/database.ts'
import type { RunningServer, Settings } from '../../server-process.ts'

export interface Fault {
  name: string
  /** Resolves when it is over: from then on the nodes have to recover. */
  cause(scene: { nodes: readonly RunningServer[]; chance: () => number }): Promise<unknown>
}

export interface StoreUnderFaults {
  /** Of each node. */
  settings: readonly Settings[]
  faults: readonly Fault[]
  /** What a node may answer while something is wrong; anything else breaks the trial. */
  statuses: readonly number[]
  /** Past everything that is put between: for what is checked at the end. */
  location: StoreLocation
  close(): Promise<void>
}
