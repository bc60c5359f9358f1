/** How the import of a folder goes, or went. */
import type { ReelFolder } from '@tangelo/contract'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { ImportProgress } from './import-progress.tsx'
import { Note, type Tone } from './note.tsx'

/** How the import goes, or went. */
export function ImportOutcome({ folder: { import: job } }: { folder: ReelFolder }) {
  if (job === null) return null
  if (job.state === 'running') return <ImportProgress job={job} />
  if (job.state === 'failed') return <OutcomeNote tone="bad">{texts.notes.failed(job.message ?? '')}</OutcomeNote>
  if (job.state === 'asking') return <OutcomeNote tone="amber">{texts.notes.asking}</OutcomeNote>
  if (job.rename === 'failing')
    return <OutcomeNote tone="amber">{texts.notes.renameFailing(job.message ?? '')}</OutcomeNote>
  if (job.rename === 'due') return <OutcomeNote tone="good">{texts.notes.renameDue}</OutcomeNote>
  return job.leftOut > 0 ? <OutcomeNote tone="good">{texts.notes.leftOut(job.leftOut)}</OutcomeNote> : null
}

function OutcomeNote({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Note tone={tone} className="mt-3" role="status">
      {tone === 'good' ? <Check aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <p className="min-w-0 break-words">{children}</p>
    </Note>
  )
}
