/** The real file on the sheets of paper that it fills, and its print. Hidden, it only counts them. */

import { type CSSProperties, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { texts } from '../texts.ts'
import { layOutPages } from './lay-out-pages.ts'

interface ReportPagesProps {
  /** The path of the preview. */
  readonly path: string
  readonly isShown: boolean
  /** Undefined until they are counted. */
  readonly pages: number | undefined
  readonly onCount: (pages: number) => void
}

const PAGES_MAX = 4
const words = texts.preview

export function ReportPages({ path, isShown, pages, onCount }: ReportPagesProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const count = async (): Promise<void> => {
    const file = frame.current?.contentDocument
    if (file) onCount(await layOutPages(file))
  }
  return (
    <div className="report-pages" data-hidden={isShown ? undefined : ''} inert={!isShown}>
      <ScrollBox className="report-sheets" label={words.sheets}>
        <div style={{ '--pages': pages ?? 1 } as CSSProperties}>
          {/* Read by this page, and without scripts of its own; modals are for its print. */}
          <iframe
            ref={frame}
            title={words.sheets}
            tabIndex={-1}
            sandbox="allow-same-origin allow-modals"
            src={path}
            onLoad={() => void count()}
          />
        </div>
      </ScrollBox>
      <div className="report-print">
        <p>{pages !== undefined && pages > PAGES_MAX ? words.long(PAGES_MAX) : words.printHint}</p>
        <Button size="small" onClick={() => frame.current?.contentWindow?.print()}>
          {words.print}
        </Button>
      </div>
    </div>
  )
}
