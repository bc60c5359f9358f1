/** What can be done with a row: buttons with words where there is room, a menu below 1100 pixels. */
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { texts } from '../texts.ts'

interface RowAction {
  /** What the button shows: one word. */
  readonly word: string
  /** The same with the row it is for, for readers; it contains the word. */
  readonly label: string
  readonly icon: ReactNode
  readonly onPress: () => void
}

interface RowActionsProps {
  /** The row, as the menu names it. */
  readonly name: string
  readonly actions: readonly RowAction[]
}

export function RowActions({ name, actions }: RowActionsProps) {
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  if (isNarrow) return <ActionMenu name={name} actions={actions} />
  return (
    <span className="-mr-2 inline-flex gap-0.5">
      {actions.map(({ word, label, onPress }) => (
        <Button key={word} size="small" variant="quiet" className="px-2" aria-label={label} onClick={onPress}>
          {word}
        </Button>
      ))}
    </span>
  )
}

function ActionMenu({ name, actions }: RowActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        className="-mr-1.5"
        label={texts.actionsOf(name)}
        icon={<Ellipsis />}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <Popover anchor={button} title={name} width={220} onClose={() => setIsOpen(false)}>
          <div className="grid gap-0.5 px-2 pb-2">
            {actions.map(({ word, label, icon, onPress }) => (
              <Button
                key={word}
                variant="quiet"
                className="justify-start"
                icon={icon}
                aria-label={label}
                onClick={() => {
                  setIsOpen(false)
                  onPress()
                }}
              >
                {word}
              </Button>
            ))}
          </div>
        </Popover>
      ) : null}
    </>
  )
}
