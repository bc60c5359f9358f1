/** What an answer is made from: formula, method, inputs, n, seed and method version. */
import { ScrollBox } from '#ui/scroll-box.tsx'
import '../../provenance/components/provenance.css'
import { Fragment, type RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import type { Evidence } from '../rules/evidence.ts'

interface EvidencePanelProps extends Evidence {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function EvidencePanel({ title, formulas, words, pairs, anchor, onClose }: EvidencePanelProps) {
  return (
    <Popover title={title} anchor={anchor} width={440} onClose={onClose}>
      <ScrollBox className="px-4 pb-4 -outline-offset-2 desk:px-5" label={title}>
        <p className="formula mb-2 whitespace-pre-line">{formulas.join('\n')}</p>
        <p className="text-note text-ink-2">{words}</p>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-note">
          {pairs.map(([term, value]) => (
            <Fragment key={term}>
              <dt className="text-ink-2">{term}</dt>
              <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </ScrollBox>
    </Popover>
  )
}
