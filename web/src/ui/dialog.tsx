import './layer-styles.ts'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Filling } from './filling.tsx'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: string
  /** The buttons, at the foot; a submit button there names its form with `form`. */
  readonly footer?: ReactNode
  readonly children: ReactNode
  readonly size?: 'medium' | 'small'
  /** In a corner, beside a page that can be used on: it reports, and asks nothing. The outside does not close it. */
  readonly isAside?: boolean
}

/** A question over the page, at most 600 px wide (spec §9). Escape, the cross and the outside close it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, children, size = 'medium', isAside = false } = props
  const returnFocus = useReturnFocus(open)
  const content = (
    <Radix.Content
      className="dialog"
      data-size={size}
      data-aside={isAside ? '' : undefined}
      {...returnFocus}
      {...(description ? {} : { 'aria-describedby': undefined })}
      {...(isAside ? { onInteractOutside: stay } : {})}
    >
      <div className="dialog-header">
        <div>
          <Radix.Title>{title}</Radix.Title>
          {description ? <Radix.Description>{description}</Radix.Description> : null}
        </div>
        <Radix.Close asChild>
          <IconButton label="Close" icon={<X />} size="small" />
        </Radix.Close>
      </div>
      <div className="pt-1 px-6 pb-5 overflow-y-auto max-desk:pt-1 max-desk:px-4 max-desk:pb-4">
        <Filling>{children}</Filling>
      </div>
      {footer ? (
        <Filling>
          <div className="dialog-footer">{footer}</div>
        </Filling>
      ) : null}
    </Radix.Content>
  )
  return (
    <Radix.Root key={isAside ? 'aside' : 'over'} open={open} onOpenChange={onOpenChange} modal={!isAside}>
      <Radix.Portal container={document.body}>
        {isAside ? content : <Radix.Overlay className="scrim">{content}</Radix.Overlay>}
      </Radix.Portal>
    </Radix.Root>
  )
}

const stay = (event: Event): void => event.preventDefault()
