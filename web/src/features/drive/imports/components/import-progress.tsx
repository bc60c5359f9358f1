import type { DriveImport } from '@tangelo/contract'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { texts } from '../texts.ts'

/** How far an import is: a wheel, a bar, and the figures beside them. */
export function ImportProgress({ job: { done, total, message } }: { readonly job: DriveImport }) {
  const share = total === 0 ? 0 : done / total
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 items-center mt-3" role="status">
      <Wheel className="size-7" progress={share} spinning={done === 0} />
      <div className="min-w-0">
        <p className="mb-1.5 text-label">
          <b className="font-strong">{texts.progress.images(done, total)}</b>{' '}
          <span className="text-ink-3">{message ?? texts.progress.goesOn}</span>
        </p>
        <Progress value={share} label={texts.progress.label} />
      </div>
    </div>
  )
}
