/** Round the frames of Stripe: our labels and errors, and the focus that they may take. */
import { type ReactNode, useEffect, useId } from 'react'
import { FieldNote } from '#ui/field.tsx'

/**
 * Its script asks what the bank wants to know in a frame over the page. Our dialogs keep the focus among themselves; frames are
 * removed, or keyboard users could not answer.
 */
export function FramesMayTakeFocus() {
  useEffect(() => {
    const handleBlur = (event: FocusEvent): void => {
      const goesTo = event.type === 'focusin' ? event.target : event.relatedTarget
      if (goesTo instanceof HTMLIFrameElement) event.stopPropagation()
    }
    const kinds = ['focusin', 'focusout'] as const
    for (const kind of kinds) window.addEventListener(kind, handleBlur, { capture: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, handleBlur, { capture: true })
    }
  }, [])
  return null
}

/** Our label and line for errors round a field of theirs. A label for a frame passes its focus on; theirs listens for that. */
export function CardFrame({
  label,
  problem,
  children,
}: {
  readonly label: string
  readonly problem: string | null
  readonly children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      <FieldNote id={id} error={problem ?? undefined} />
    </div>
  )
}
