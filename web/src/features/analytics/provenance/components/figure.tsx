/** A figure that says where it comes from when it is pressed. What it opens is fetched then, not before. */
import './figure.css'
import { type ReactNode, useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import type { FigureName } from '../texts.ts'

/** Here and not in texts.ts: the pages would carry all of that room's words for one of them. */
const WHERE_FROM = 'Where this comes from'

const ProvenancePanel = makePreloadable(async () => (await import('./provenance-panel.tsx')).ProvenancePanel)

interface FigureProps {
  readonly accountId: number
  /** What it explains, the main figure first. */
  readonly names: readonly [FigureName, ...FigureName[]]
  /** The main figure as shown. */
  readonly text: string
  /** The exact figure, shown on hover. */
  readonly title?: string | undefined
  readonly className?: string
  /** What is drawn, where that is more than the text. */
  readonly children?: ReactNode
}

export function Figure({ accountId, names, text, title, className = '', children }: FigureProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`figure ${className}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={title ? `${title}. ${WHERE_FROM}` : WHERE_FROM}
        onPointerEnter={ProvenancePanel.preload}
        onFocus={ProvenancePanel.preload}
        onClick={() => setOpen(!open)}
      >
        {children ?? text}
      </button>
      {open ? (
        <ProvenancePanel
          accountId={accountId}
          names={names}
          text={text}
          anchor={button}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
