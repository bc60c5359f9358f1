/** Grey shapes like the panels that are on their way. */
import './analysis.css'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const HOURS = ['w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/4', 'w-1/3']
const KINDS = ['w-1/2', 'w-2/3', 'w-2/5']

/** `isLate` is false while an answer may still come at once: then only the space is kept. */
export function AnalysisSkeleton({ isLate }: { readonly isLate: boolean }) {
  return (
    <div className="answers" data-skeleton="" aria-hidden="true">
      <div className="h-5">{isLate ? <Skeleton className="h-3 w-72 max-w-full" /> : null}</div>
      <Panel className="min-h-102">
        {isLate ? (
          <>
            <Head lines={['w-4/5', 'w-2/5']} />
            <div className="answer-split mt-2.5">
              <Rows widths={HOURS} />
              <Rows widths={HOURS} />
            </div>
          </>
        ) : null}
      </Panel>
      <Panel className="min-h-120">
        {isLate ? (
          <>
            <Head lines={['w-3/5', 'w-1/2']} />
            <div className="mt-4 border-t border-line p-6">
              <Skeleton className="h-80 w-full" />
            </div>
          </>
        ) : null}
      </Panel>
      <div className="answer-pair">
        {[0, 1].map((panel) => (
          <Panel key={panel} className="min-h-64">
            {isLate ? (
              <>
                <Head lines={['w-4/5']} />
                <div className="px-2">
                  <Rows widths={KINDS} />
                </div>
              </>
            ) : null}
          </Panel>
        ))}
      </div>
    </div>
  )
}

function Head({ lines }: { lines: readonly string[] }) {
  return (
    <div className="px-4 pt-5 desk:px-6">
      <Skeleton className="mb-4 h-3 w-28" />
      {lines.map((width) => (
        <Skeleton key={width} className={`mt-3 h-4.5 ${width}`} />
      ))}
    </div>
  )
}

function Rows({ widths }: { widths: readonly string[] }) {
  return (
    <div className="p-4">
      {widths.map((width) => (
        <div key={width} className="flex h-8 items-center gap-6">
          <Skeleton className="h-3 w-24 flex-none" />
          <Skeleton className={`h-2 ${width}`} />
        </div>
      ))}
    </div>
  )
}
