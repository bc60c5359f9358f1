/** Accounts to tick: found by name, at most so many. Those that were known to be ticked when it opened come first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { shorten } from '#lib/format.ts'
import { useTypedText } from '#lib/use-typed-text.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { accountPages, flattenRows } from '../../accounts/queries/lists.ts'
import { texts } from '../texts/compare.ts'
import { type ComparedAccount, toCompared } from './use-compared-accounts.ts'

interface AccountChoiceProps {
  /** Those chosen, as far as they have been read. */
  readonly known: readonly ComparedAccount[]
  readonly chosen: readonly number[]
  readonly most: number
  /** Only accounts of this company. */
  readonly companyId?: number | undefined
  readonly onToggle: (account: ComparedAccount, isChosen: boolean) => void
}

const SEARCH_REST_MS = 200

export function AccountChoice({ known, chosen, most, companyId, onToggle }: AccountChoiceProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [text, setText] = useTypedText('', setSearch, SEARCH_REST_MS)
  const [first] = useState(known)
  const list = useInfiniteQuery(accountPages({ q: search, companyId }))
  const found = useMemo(() => flattenRows(list.data?.pages ?? []).map(toCompared), [list.data])
  const fits = ({ username }: ComparedAccount) => username.toLowerCase().includes(search.toLowerCase())
  const rows = [...first.filter(fits), ...found.filter(({ id }) => !first.some((one) => one.id === id))]
  const isFull = chosen.length >= most
  return (
    <>
      <SearchField label={texts.choice.search} placeholder={texts.choice.placeholder} value={text} onChange={setText} />
      <ul className="-mx-2 mt-1.5 max-h-72 overflow-y-auto [scrollbar-width:thin]" onKeyDown={moveFocus}>
        {rows.map((account) => (
          <li key={account.id}>
            <label className="choice" htmlFor={`${id}-${account.id}`}>
              <Checkbox
                id={`${id}-${account.id}`}
                label={`@${account.username}`}
                checked={chosen.includes(account.id)}
                disabled={isFull && !chosen.includes(account.id)}
                onChange={() => onToggle(account, !chosen.includes(account.id))}
              />
              <Avatar username={account.username} size={20} />
              <span className="min-w-0 flex-1 truncate">@{account.username}</span>
              <span className="text-caption text-ink-3">
                {account.followers === null ? texts.choice.unknown : texts.choice.followers(shorten(account.followers))}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="min-h-5 text-caption leading-[21px] text-ink-3" role="status">
        {list.isPending
          ? texts.choice.loading
          : list.data === undefined
            ? texts.choice.failed
            : rows.length === 0
              ? texts.choice.none
              : isFull
                ? texts.choice.full(most)
                : ''}
      </p>
    </>
  )
}

/** The arrow keys go from box to box. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input:enabled')]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus()
}
