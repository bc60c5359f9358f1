/** Opens what a figure or an answer is made from. Its layer is fetched then, not before. */
import '../../provenance/components/figure.css'
import { Info } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import type { Evidence } from '../rules/evidence.ts'
import { texts } from '../texts/panels.ts'

const EvidencePanel = makePreloadable(async () => (await import('./evidence-panel.tsx')).EvidencePanel)

interface EvidenceButtonProps {
  /** Called when it is opened. */
  readonly evidence: () => Evidence
  /** For readers: what it explains. */
  readonly of: string
  readonly label?: string
}

export function EvidenceButton({ evidence, of, label = texts.evidence }: EvidenceButtonProps) {
  const { button, layer, press } = useEvidence(evidence)
  return (
    <>
      <Button
        {...press}
        ref={button}
        variant="quiet"
        size="small"
        icon={<Info />}
        aria-label={label === texts.evidence ? texts.evidenceOf(of) : undefined}
      >
        {label}
      </Button>
      {layer}
    </>
  )
}

interface EvidenceFigureProps {
  readonly evidence: () => Evidence
  /** Shown on hover. */
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

/** A figure of a chart that looks like text until the pointer or the focus comes near. */
export function EvidenceFigure({ evidence, title, className = '', children }: EvidenceFigureProps) {
  const { button, layer, press } = useEvidence(evidence)
  return (
    <>
      <button {...press} ref={button} type="button" className={`figure min-h-6 min-w-6 ${className}`} title={title}>
        {children}
      </button>
      {layer}
    </>
  )
}

function useEvidence(evidence: () => Evidence) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    button,
    press: {
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': isOpen,
      onPointerEnter: EvidencePanel.preload,
      onFocus: EvidencePanel.preload,
      onClick: () => setIsOpen(!isOpen),
    },
    layer: isOpen ? <EvidencePanel {...evidence()} anchor={button} onClose={() => setIsOpen(false)} /> : null,
  }
}
