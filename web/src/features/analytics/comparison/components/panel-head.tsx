/** The head of one question: its name, its controls, its table and its evidence; then the answer as a sentence. */
import { ChartLine, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { EvidenceButton } from '../../analysis/components/evidence-button.tsx'
import type { Evidence } from '../../analysis/rules/evidence.ts'
import { splitStrong } from '../rules/sentence.ts'
import { texts } from '../texts/peers.ts'

export type View = 'chart' | 'table'

interface PanelHeadProps {
  /** Names the panel. */
  readonly id: string
  readonly title: string
  readonly controls: ReactNode
  readonly view?: View
  /** Without it there is nothing to show as a table, and nothing to explain. */
  readonly onView?: ((view: View) => void) | undefined
  readonly evidence?: () => Evidence
  readonly children?: ReactNode
}

export function PanelHead({ id, title, controls, view = 'chart', onView, evidence, children }: PanelHeadProps) {
  return (
    <div className="px-4 pt-3.5 desk:px-6 desk:pt-4">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <h2 id={id} className="min-w-40 flex-1 content-center text-label font-medium text-ink-2 max-desk:min-h-10">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-2 max-broad:order-last max-broad:w-full max-desk:[&>.select]:min-w-60 max-desk:[&>.select]:flex-1">
          {controls}
        </div>
        {onView ? (
          <div className="flex items-center">
            <IconButton
              size="small"
              icon={view === 'chart' ? <Table2 /> : <ChartLine />}
              label={view === 'chart' ? texts.evidence.showTable : texts.evidence.showChart}
              onClick={() => onView(view === 'chart' ? 'table' : 'chart')}
            />
            {evidence ? <EvidenceButton evidence={evidence} of={title} /> : null}
          </div>
        ) : null}
      </div>
      {children}
    </div>
  )
}

/** What stands between asterisks is shown strongly. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <p className="max-w-220 text-name font-[450] text-balance max-desk:text-[18px]/[27px]">
      {splitStrong(text).map(({ text: part, isStrong }, index) =>
        isStrong ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <b key={index} className="font-[600]">
            {part}
          </b>
        ) : (
          part
        ),
      )}
    </p>
  )
}
