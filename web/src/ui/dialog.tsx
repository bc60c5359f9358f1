import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { Filling } from './filling.tsx'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  /** The buttons, at the foot; a submit button there names its form with `form`. */
  readonly footer?: ReactNode
  readonly children: ReactNode
  readonly size?: 'medium' | 'small'
  /** In a corner, beside a page that can be used on: it reports, and asks nothing. The outside does not close it. */
  readonly isAside?: boolean
  /** What it shows cannot be shown again: only its own buttons close it. */
  readonly isShownOnce?: boolean
  /** The outside does not close it. */
  readonly isFirm?: boolean | undefined
}

/** A question over the page, at most 600 px wide (spec §9). Escape, the cross and the outside close it, unless it is shown only once. */
export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    description,
    footer,
    children,
    size = 'medium',
    isAside = false,
    isShownOnce = false,
    isFirm,
  } = props
  const id = useId()
  // A session that ends takes neither what was typed with it, nor what cannot be shown again.
  const hasTyped = useRef(false)
  useKeepUnsaved(() => hasTyped.current || isShownOnce)
  return (
    <Modal
      key={isAside ? 'aside' : 'over'}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      data-size={size}
      data-aside={isAside ? '' : undefined}
      isAside={isAside}
      isFirm={isFirm}
      onClose={isShownOnce ? stay : onClose}
    >
      <div className="dialog-header">
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          {description ? <p id={`${id}-description`}>{description}</p> : null}
        </div>
        {isShownOnce ? null : <IconButton label="Close" icon={<X />} size="small" onClick={onClose} />}
      </div>
      <div
        className="pt-1 px-6 pb-5 overflow-y-auto max-desk:pt-1 max-desk:px-4 max-desk:pb-4"
        onInput={() => {
          hasTyped.current = true
        }}
      >
        <Filling>{children}</Filling>
      </div>
      {footer ? (
        <Filling>
          <div className="dialog-footer">{footer}</div>
        </Filling>
      ) : null}
    </Modal>
  )
}

const stay = (): void => undefined
