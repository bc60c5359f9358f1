/** The accounts compared, each with the colour of its line, and the way to add others. */
import './comparison.css'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { makePreloadable } from '#lib/preloadable.tsx'
import { usePressed } from '#lib/use-pressed.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { COMPARED_MAX, chooseId, idsFrom, idsText } from '../rules/selection.ts'
import { texts } from '../texts/compare.ts'
import type { ComparedAccount } from './use-compared-accounts.ts'

const AccountPicker = makePreloadable(async () => (await import('./account-picker.tsx')).AccountPicker)

interface ComparePicksProps {
  /** All that the address names. */
  readonly ids: readonly number[]
  readonly accounts: readonly ComparedAccount[]
  /** Ids that lead to no account. */
  readonly missing: readonly number[]
  readonly onToggle: (id: number, isChosen: boolean) => void
}

export function ComparePicks({ ids, accounts, missing, onToggle }: ComparePicksProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [shown, press] = usePressed(idsText(ids))
  const chosen = idsFrom(shown) ?? []
  const remove = (id: number): void => {
    // The button that was pressed goes with its chip.
    button.current?.focus()
    onToggle(id, false)
  }
  return (
    <div className="mt-5 mb-4 flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label={texts.picks.label}>
        {accounts.map(({ id, username }, index) => (
          <li key={id} className="pick">
            <i className="series-key" data-series={index + 1} />
            <span className="min-w-0 truncate">@{username}</span>
            <RemoveButton label={texts.picks.remove(username)} onClick={() => remove(id)} />
          </li>
        ))}
        {missing.map((id) => (
          <li key={id} className="pick text-ink-3">
            {texts.picks.missing}
            <RemoveButton label={texts.picks.removeMissing} onClick={() => remove(id)} />
          </li>
        ))}
      </ul>
      <Button
        ref={button}
        variant="quiet"
        icon={<Plus />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={AccountPicker.preload}
        onFocus={AccountPicker.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.picks.add}
      </Button>
      <span className="text-note text-ink-3">{texts.picks.counted(ids.length, COMPARED_MAX)}</span>
      {isOpen ? (
        <AccountPicker
          accounts={accounts}
          chosen={chosen}
          anchor={button}
          onToggle={(id, isChosen) => {
            press(idsText(chooseId(chosen, id, isChosen)))
            onToggle(id, isChosen)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton className="size-6 min-w-6 rounded-full" size="small" icon={<X />} label={label} onClick={onClick} />
  )
}
