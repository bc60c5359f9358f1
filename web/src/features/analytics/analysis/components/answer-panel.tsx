/** One question of the analysis: its name, its tools, its answer as a sentence, the charts, and what was compared. */
import './analysis.css'
import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Evidence } from '../rules/evidence.ts'
import { leadOf } from '../rules/sentence.ts'
import { texts } from '../texts/panels.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { HowOftenWrong } from './how-often-wrong.tsx'
import { Sentence } from './sentence.tsx'

export type View = 'chart' | 'table'

interface AnswerPanelProps {
  readonly title: string
  readonly sentence: string
  /** Said with the answer, after its first sentence. */
  readonly also?: string
  /** Below the sentence, quieter; what the sentence itself says besides comes before it. */
  readonly lede?: string
  /** Panels side by side have smaller sentences. */
  readonly small?: boolean
  readonly evidence?: (() => Evidence) | undefined
  readonly view?: View
  readonly onView?: ((view: View) => void) | undefined
  readonly foot?: ReactNode
  /** Beside the sentence, such as the wheel. */
  readonly beside?: ReactNode
  readonly below?: ReactNode
  readonly children?: ReactNode
}

export function AnswerPanel(props: AnswerPanelProps) {
  const {
    title,
    sentence,
    also = '',
    lede = '',
    small = false,
    evidence,
    view = 'chart',
    onView,
    foot,
    children,
  } = props
  const heading = useId()
  const { lead, rest } = leadOf(sentence)
  const besides = [rest, lede].filter(Boolean).join(' ')
  return (
    <Panel aria-labelledby={heading} className="flex flex-col">
      <div className="px-4 pt-3.5 desk:px-6 desk:pt-4">
        <div className="mb-1.5 flex min-h-7 items-center gap-1">
          <h2 id={heading} className="min-w-0 flex-1 text-label font-medium text-ink-2">
            {title}
          </h2>
          {onView ? (
            <IconButton
              size="small"
              icon={view === 'chart' ? <Table2 /> : <ChartLine />}
              label={view === 'chart' ? texts.showTable : texts.showChart}
              onClick={() => onView(view === 'chart' ? 'table' : 'chart')}
            />
          ) : null}
          {evidence ? <EvidenceButton evidence={evidence} of={title} /> : null}
        </div>
        <div className="flex items-start gap-4">
          {props.beside}
          <div className="min-w-0">
            <Sentence text={[lead, also].filter(Boolean).join(' ')} small={small} />
            {besides ? (
              <p className="mt-1 max-w-[60ch] text-table leading-[21px] text-pretty text-ink-2">{besides}</p>
            ) : null}
            {props.below}
          </div>
        </div>
      </div>
      {children}
      {foot ? <div className="answer-foot mt-auto">{foot}</div> : null}
    </Panel>
  )
}

/** The last line of a panel: what was compared, further views, and how often such answers are wrong. */
export function AnswerFoot({
  children,
  posts,
  links,
}: {
  readonly children: ReactNode
  readonly posts: number
  readonly links?: ReactNode
}) {
  return (
    <>
      <span className="mr-auto">{children}</span>
      {links}
      <HowOftenWrong posts={posts} />
    </>
  )
}
