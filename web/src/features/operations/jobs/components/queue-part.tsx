/** What waits and runs, by kind, and what failed for good. */
import { DeadLetterList } from './dead-letter-list.tsx'
import { KindTable } from './kind-table.tsx'

export function QueuePart() {
  return (
    <>
      <KindTable />
      <DeadLetterList />
    </>
  )
}
