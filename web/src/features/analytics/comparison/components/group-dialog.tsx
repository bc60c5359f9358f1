/** A new group of accounts, or the name and members of a known one. Deleting it asks first; its accounts stay. */
import './comparison.css'
import type { AccountGroup } from '@tangelo/contract'
import { GROUP_ACCOUNTS_MAX, GROUP_NAME_MAX_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { readServerField, readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { useSaveGroup } from '../queries.ts'
import { texts } from '../texts/compare.ts'
import { AccountChoice } from './account-choice.tsx'
import { RemoveGroup } from './remove-group.tsx'
import { type ComparedAccount, useComparedAccounts } from './use-compared-accounts.ts'

interface GroupDialogProps {
  /** Absent: a new one, of these accounts. */
  readonly group?: AccountGroup | undefined
  readonly accounts: readonly ComparedAccount[]
  readonly onClose: () => void
  readonly onSaved: (group: AccountGroup) => void
  readonly onRemoved: () => void
}

export function GroupDialog({ group, accounts, onClose, onSaved, onRemoved }: GroupDialogProps) {
  const [asksRemoval, setAsksRemoval] = useState(false)
  const companyId = group?.companyId ?? accounts[0]?.companyId ?? null
  const members = useComparedAccounts(group?.accountIds ?? [])
  if (group && asksRemoval)
    return <RemoveGroup group={group} onClose={() => setAsksRemoval(false)} onRemoved={onRemoved} />
  return (
    <GroupForm
      group={group}
      isPending={group !== undefined && members.isPending}
      members={group ? members.accounts : accounts.filter((account) => account.companyId === companyId)}
      unread={group ? members.unread : []}
      companyId={companyId ?? undefined}
      leavesOut={!group && accounts.some((account) => account.companyId !== companyId)}
      onClose={onClose}
      onSaved={onSaved}
      onRemove={() => setAsksRemoval(true)}
    />
  )
}

interface GroupFormProps {
  group: AccountGroup | undefined
  isPending: boolean
  members: readonly ComparedAccount[]
  /** Further members, which could not be read: they stay. */
  unread: readonly number[]
  companyId: number | undefined
  /** Some of the accounts compared are of another company. */
  leavesOut: boolean
  onClose: () => void
  onSaved: (group: AccountGroup) => void
  onRemove: () => void
}

function GroupForm({ group, isPending, companyId, leavesOut, onClose, onSaved, onRemove, ...read }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '')
  const [{ members: before, unread }, setBefore] = useState(read)
  const [chosen, setChosen] = useState(before)
  const [isComing, setIsComing] = useState(isPending)
  // The name may have been typed meanwhile.
  if (isComing && !isPending) {
    setIsComing(false)
    setBefore(read)
    setChosen(read.members)
  }
  const stored = { name: group?.name ?? '', accountIds: [...before.map(({ id }) => id), ...unread] }
  const [isJudged, setIsJudged] = useState(false)
  const [taken, setTaken] = useState<{ name: string; message: string } | null>(null)
  const haveChanged = idsOf(chosen) !== idsOf(before)
  const count = chosen.length + unread.length
  const save = useSaveGroup(group)
  const { close, guard } = useGuardedClose({
    isUnsaved: name.trim() !== stored.name || haveChanged,
    isBusy: save.isPending,
    onClose,
  })
  const words = texts.group
  const nameError = name.trim() === '' ? words.nameRequired : undefined
  const error = taken?.name === name ? taken.message : isJudged ? nameError : undefined
  const membersError = isJudged && count === 0 ? words.membersRequired : undefined

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    setIsJudged(true)
    if (save.isPending || isPending) return
    if (nameError || count === 0) return focusFirstInvalid(form)
    if (group && name.trim() === stored.name && !haveChanged) return onClose()
    try {
      const accountIds = haveChanged ? [...chosen.map(({ id }) => id), ...unread] : stored.accountIds
      const saved = await save.mutateAsync({ stored, fields: { name: name.trim(), accountIds } })
      onSaved(saved)
      toast({ title: group ? words.saved : words.created, description: words.savedDescription(saved.name) })
    } catch (failure) {
      const message = readServerMessage(failure) ?? words.failedDescription
      if (readServerField(failure, 'error') === 'group_exists') {
        setTaken({ name, message })
        form.querySelector<HTMLElement>('input')?.focus()
      } else showFailure(words.failed, message)
    }
  }
  return (
    <Dialog
      onClose={close}
      title={group ? words.editTitle : words.createTitle}
      description={group ? words.editDescription : words.createDescription}
      footer={
        <>
          {group ? (
            <Button variant="quiet" className="mr-auto" disabled={save.isPending} onClick={onRemove}>
              {words.remove}
            </Button>
          ) : null}
          <DialogButtons form="group" busy={save.isPending} busyLabel={words.busy} onCancel={close}>
            {group ? words.save : words.create}
          </DialogButtons>
        </>
      }
    >
      <form id="group" className="grid gap-2" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.name}
          value={name}
          placeholder={words.placeholder}
          maxLength={GROUP_NAME_MAX_LENGTH}
          autoComplete="off"
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="min-w-0">
          <legend className="field-label mb-1.5 flex w-full justify-between gap-3">
            {words.members}
            <span className="font-regular text-ink-3">{words.membersCounted(count, GROUP_ACCOUNTS_MAX)}</span>
          </legend>
          {isPending ? (
            <Skeleton className="h-72 w-full" />
          ) : (
            <AccountChoice
              known={chosen}
              chosen={chosen.map(({ id }) => id)}
              most={GROUP_ACCOUNTS_MAX - unread.length}
              companyId={companyId}
              onToggle={(account, isChosen) =>
                setChosen(isChosen ? [...chosen, account] : chosen.filter(({ id }) => id !== account.id))
              }
            />
          )}
          <p className="field-note" data-tone={membersError ? 'bad' : undefined} aria-live="polite">
            {membersError ?? (leavesOut ? words.oneCompany : '')}
          </p>
        </fieldset>
      </form>
      {guard}
    </Dialog>
  )
}

/** In one order: taking an account out and in again changes nothing. */
const idsOf = (accounts: readonly ComparedAccount[]): string =>
  accounts
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()
