import './menus.css'
import { Clapperboard, type LucideIcon, SquarePen, UserRoundPlus } from 'lucide-react'
import type { RefObject } from 'react'
import { Popover } from '#ui/popover.tsx'
import { menuTexts } from './menu-texts.ts'
import type { NewThing } from './new-menu-entries.ts'

const ICONS: Readonly<Record<NewThing, LucideIcon>> = {
  'new-draft': SquarePen,
  'upload-images': Clapperboard,
  'add-account': UserRoundPlus,
}

interface NewMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly things: readonly NewThing[]
  readonly onChoose: (thing: NewThing) => void
  readonly onClose: () => void
}

/** What can be made from here. */
export function NewMenu({ anchor, things, onChoose, onClose }: NewMenuProps) {
  return (
    <Popover title={menuTexts.new} anchor={anchor} side="top" align="center" width={240} onClose={onClose}>
      <div className="menu-list">
        {things.map((thing) => {
          const Icon = ICONS[thing]
          return (
            <button key={thing} type="button" onClick={() => onChoose(thing)}>
              <Icon />
              {menuTexts.newThings[thing]}
            </button>
          )
        })}
      </div>
    </Popover>
  )
}
