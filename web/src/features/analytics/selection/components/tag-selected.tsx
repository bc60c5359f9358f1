/** The tags of the chosen accounts: what all of them have is ticked, what some of them have is half ticked. */
import type { ListedAccount } from '@tangelo/contract'
import { TAG_NAME_MAX_LENGTH } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/field.tsx'
import { Popover } from '#ui/popover.tsx'
import { showFailure } from '#ui/toast.tsx'
import { useTagAccounts } from '../../accounts/queries/account.ts'
import { accountTags } from '../../accounts/queries/lists.ts'
import { countTags, withTags } from '../../accounts/rules/tags.ts'
import { texts as all } from '../texts.ts'

const texts = all.tag

interface TagSelectedProps {
  readonly accounts: readonly ListedAccount[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** The chosen accounts, with the tags they have now. */
  readonly onChanged: (accounts: readonly ListedAccount[]) => void
}

export function TagSelected({ accounts, anchor, onClose, onChanged }: TagSelectedProps) {
  const known = useQuery(accountTags())
  const tag = useTagAccounts()
  const [name, setName] = useState('')
  const companies = new Set(accounts.map(({ companyId }) => companyId))
  const own = known.data?.filter(({ companyId }) => companies.has(companyId)).map((each) => each.name) ?? []
  const rows = countTags(accounts, own)

  const change = async (add: readonly string[], remove: readonly string[]): Promise<boolean> => {
    try {
      await tag.mutateAsync({ accountIds: accounts.map(({ id }) => id), add: [...add], remove: [...remove] })
      onChanged(withTags(accounts, add, remove))
      return true
    } catch (failure) {
      showFailure(texts.failed, readServerMessage(failure))
      return false
    }
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted !== '' && (await change([wanted], []))) setName('')
  }
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.title} align="center" width={280}>
      {rows.length > 0 ? (
        <ul className="max-h-60 overflow-y-auto px-2">
          {rows.map(({ name: tagName, count }) => (
            <li key={tagName}>
              <label
                htmlFor={`tag-${tagName}`}
                className="flex min-h-8 items-center gap-2.5 rounded-badge px-3 text-label hover:bg-sunken"
              >
                <Checkbox
                  id={`tag-${tagName}`}
                  label={tagName}
                  checked={count === accounts.length}
                  disabled={tag.isPending}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < accounts.length
                  }}
                  onChange={() => void (count === accounts.length ? change([], [tagName]) : change([tagName], []))}
                />
                <span className="min-w-0 flex-1 truncate" aria-hidden="true">
                  {tagName}
                </span>
                {count > 0 && count < accounts.length ? (
                  <span className="text-caption text-ink-3">{texts.on(count, accounts.length)}</span>
                ) : null}
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        className="mt-1 grid grid-cols-[1fr_auto] items-start gap-2 border-t border-line px-5 pt-3"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={texts.field}
          value={name}
          placeholder={texts.placeholder}
          maxLength={TAG_NAME_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="mt-6" busy={tag.isPending} disabled={name.trim() === ''}>
          {texts.add}
        </Button>
      </form>
    </Popover>
  )
}
