/** The open list of a select or a combobox, in the top layer. The keys are those of the control, which keeps the focus. */
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Placement, placeBelow } from './select-rules.ts'

export interface Option {
  readonly value: string
  readonly label: string
  /** Of a dot before the label. */
  readonly color?: string
  /** Before the label, which says the same in words. */
  readonly icon?: ReactNode
}

interface OptionListProps {
  readonly id: string
  readonly label: string
  readonly anchor: HTMLElement | null
  readonly options: readonly Option[]
  /** For a control that is typed into: the list is as wide, and stays with it when it scrolls into sight of the keyboard. */
  readonly follows?: boolean
  /** Said where there are no options. */
  readonly note?: string | undefined
  readonly chosen: number
  readonly active: number
  readonly onActive: (index: number) => void
  /** Null: closed without a choice. */
  readonly onChoose: (index: number | null) => void
}

export function OptionList({
  id,
  label,
  anchor,
  options,
  note,
  follows = false,
  chosen,
  active,
  onActive,
  onChoose,
}: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [placement, setPlacement] = useState<Placement>()

  // In the top layer, so that no dialog cuts it off.
  useLayoutEffect(() => {
    if (list.current && 'showPopover' in list.current) list.current.showPopover()
  }, [])

  const place = (): void => {
    if (list.current && anchor) {
      setPlacement(placeBelow(anchor.getBoundingClientRect(), list.current.scrollHeight, window))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of options takes another height
  useLayoutEffect(place, [anchor, options.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another height shows other options
  useLayoutEffect(() => {
    const option = list.current?.children[active]
    if (option && 'scrollIntoView' in option) option.scrollIntoView({ block: 'nearest' })
  }, [active, placement?.maxHeight])

  useEffect(() => {
    const close = (event: Event): void => {
      const inside =
        event.target instanceof Node && (list.current?.contains(event.target) || anchor?.contains(event.target))
      if (!inside) onChoose(null)
    }
    // Escape belongs to the list alone, not to the dialog round it, which listens on the document.
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onChoose(null)
    }
    window.addEventListener('pointerdown', close, true)
    const onMove = follows ? place : close
    window.addEventListener('scroll', onMove, true)
    window.addEventListener('resize', onMove)
    window.addEventListener('keydown', onEscape, true)
    return () => {
      window.removeEventListener('pointerdown', close, true)
      window.removeEventListener('scroll', onMove, true)
      window.removeEventListener('resize', onMove)
      window.removeEventListener('keydown', onEscape, true)
    }
  })

  return (
    <div
      ref={list}
      id={`${id}-list`}
      className="options"
      role="listbox"
      aria-label={label}
      popover="manual"
      style={follows ? { ...placement, maxWidth: placement?.minWidth } : placement}
    >
      {options.map((option, index) => (
        // The keys are the button's, which keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the list by the box that owns it
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in that box, which names the active option
        <div
          key={option.value}
          id={`${id}-${index}`}
          className="option"
          role="option"
          aria-selected={index === chosen}
          data-highlighted={index === active ? '' : undefined}
          onPointerMove={() => index !== active && onActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span className="option-mark">{index === chosen ? <Check /> : null}</span>
          {option.color ? <i className="dot" style={{ background: option.color }} /> : null}
          {option.icon}
          <span className="truncate">{option.label}</span>
        </div>
      ))}
      {note && options.length === 0 ? (
        <p className="option text-ink-3" role="status">
          {note}
        </p>
      ) : null}
    </div>
  )
}
