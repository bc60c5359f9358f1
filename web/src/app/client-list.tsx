/** 'Choose a client': all of them or one, found by typing, used with arrows and Enter. Fetched when it is first opened. */
import './menus.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { clientChoices } from '#features/identity/index.ts'
import { formatWhole } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AllClientsMark, ClientMark } from './client-mark.tsx'
import { frameTexts } from './frame-texts.ts'
import { menuTexts } from './menu-texts.ts'

interface ClientListProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
  readonly onClose: () => void
}

interface Choice {
  readonly id: number | null
  readonly name: string
  readonly accounts: number | null
  readonly isDemo: boolean
}

export function ClientList({ anchor, chosen, onChoose, onClose }: ClientListProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState<number | null | undefined>(chosen)
  // Those that are there are searched at once, all others by the server.
  const list = useQuery({ ...clientChoices(text.trim()), placeholderData: keepPreviousData })
  const choices = list.data ? findChoices(list.data, text) : []
  const last = choices.length - 1
  // By id: the list of the server may move it.
  const at = Math.max(
    0,
    choices.findIndex((choice) => choice.id === active),
  )

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(to, last))
    setActive(choices[next]?.id)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const choice = choices[at]
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter' && choice) onChoose(choice.id)
    else return
    event.preventDefault()
  }

  return (
    <Popover
      title={menuTexts.chooseClient}
      anchor={anchor}
      side="bottom"
      align="start"
      width={416}
      onClose={onClose}
      head={
        <div className="client-search">
          <Search />
          <input
            // biome-ignore lint/a11y/noAutofocus: the list was opened to be searched
            autoFocus
            role="combobox"
            aria-label={menuTexts.findClient}
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={last >= 0 ? `${id}-${at}` : undefined}
            placeholder={menuTexts.findClient}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setActive(event.target.value ? undefined : chosen)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      }
    >
      {list.isPending ? <Loading /> : null}
      {list.error && !list.data ? <QueryFailed title={menuTexts.clientsFailed} query={list} /> : null}
      <div id={`${id}-list`} role="listbox" aria-label={menuTexts.clients} className="client-list">
        {choices.map((choice, index) => (
          // The keys are those of the field, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the list by the field that owns it
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in that field, which names the active option
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.id === chosen}
            data-highlighted={index === at ? '' : undefined}
            onPointerMove={() => index !== at && setActive(choice.id)}
            onClick={() => onChoose(choice.id)}
          >
            {choice.id === null ? <AllClientsMark /> : <ClientMark name={choice.name} />}
            <span className="truncate">
              {choice.name}
              {choice.accounts === null ? null : <small> {frameTexts.accounts(formatWhole(choice.accounts))}</small>}
            </span>
            {choice.isDemo ? <Badge tone="amber">{menuTexts.demo}</Badge> : null}
            {choice.id === chosen ? <Check /> : null}
          </div>
        ))}
      </div>
      {list.data && last < 0 && !list.isPlaceholderData ? (
        <p className="px-4 pt-1 pb-4 text-label text-ink-3" role="status">
          {menuTexts.noClient(text.trim())}
        </p>
      ) : null}
    </Popover>
  )
}

function findChoices(clients: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase()
  const found = clients.filter(({ name }) => name.toLowerCase().includes(wanted))
  return wanted ? found : [{ id: null, name: frameTexts.allClients, accounts: null, isDemo: false }, ...found]
}

function Loading() {
  return (
    <div className="grid gap-4 px-4 py-4" aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {menuTexts.clientsLoading}
      </p>
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-3 w-48" />
    </div>
  )
}
