/** What a new link shows, until when, and behind which password. */
import { LINK_DAYS, LINK_MODES, LINK_NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure } from '#ui/toast.tsx'
import type { CreatedLink, LinkDays, LinkMode, NewLink, useCreateLink } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.dialog
const EXPIRIES = ['7', '30', '90', 'never'] as const
type Expiry = (typeof EXPIRIES)[number]

interface LinkFormProps {
  readonly id: string
  readonly target: Pick<NewLink, 'kind' | 'targetId'>
  /** An account or a group: live or frozen, over a period. */
  readonly hasFigures: boolean
  /** Of the latest report. */
  readonly brand: NonNullable<NewLink['brand']> | null
  readonly accountIds: number[]
  /** Kept by the dialog, which asks before it is lost. */
  readonly typed: { readonly name: string; readonly password: string }
  readonly onTyped: (typed: { name: string; password: string }) => void
  readonly create: ReturnType<typeof useCreateLink>
  readonly onMade: (made: CreatedLink) => void
}

export function LinkForm({ id, target, hasFigures, brand, accountIds, typed, onTyped, create, onMade }: LinkFormProps) {
  const { name, password } = typed
  const [mode, setMode] = useState<LinkMode>('live')
  const [days, setDays] = useState<LinkDays>(30)
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [isBranded, setIsBranded] = useState(true)
  const [isJudged, setIsJudged] = useState(false)
  const isNameless = name.trim() === ''
  const isShort = password !== '' && password.length < PASSWORD_MIN_LENGTH

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    setIsJudged(true)
    if (create.isPending) return
    if (isNameless || isShort) return focusFirstInvalid(form)
    const common = {
      ...target,
      name: name.trim(),
      expiresInDays: expiry === 'never' ? null : Number(expiry),
      password: password || null,
    }
    const figures = hasFigures ? { mode, days, ...(brand && isBranded && { brand }) } : {}
    try {
      onMade(await create.mutateAsync({ ...common, ...figures, accountIds }))
    } catch (failure) {
      showFailure(words.failed, readServerMessage(failure) ?? words.failedDescription)
    }
  }

  return (
    <form id={id} className="link-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="is-wide">
        <TextField
          label={words.name}
          hint={words.nameHint}
          error={isJudged && isNameless ? words.nameNeeded : undefined}
          placeholder={words.namePlaceholder}
          value={name}
          maxLength={LINK_NAME_MAX_LENGTH}
          autoComplete="off"
          autoFocus
          onChange={(event) => onTyped({ ...typed, name: event.target.value })}
        />
      </div>
      {hasFigures ? (
        <>
          <Select
            label={words.mode}
            value={mode}
            options={LINK_MODES.map((value) => ({ value, label: texts.modes[value] }))}
            onChange={setMode}
          />
          <Select
            label={words.days}
            value={String(days)}
            options={LINK_DAYS.map((value) => ({ value: String(value), label: texts.days[value] }))}
            onChange={(value) => setDays(LINK_DAYS.find((known) => String(known) === value) ?? 30)}
          />
        </>
      ) : null}
      <Select
        label={words.ends}
        value={expiry}
        options={EXPIRIES.map((value) => ({ value, label: texts.expiries[value] }))}
        onChange={setExpiry}
      />
      <PasswordField
        label={words.password}
        hint={words.passwordHint}
        error={isJudged && isShort ? words.passwordShort(PASSWORD_MIN_LENGTH) : undefined}
        value={password}
        autoComplete="new-password"
        onChange={(event) => onTyped({ ...typed, password: event.target.value })}
      />
      {hasFigures && brand ? (
        <div className="is-wide">
          <label className="flex w-fit items-center gap-2.5 text-body">
            <Checkbox
              label={brandLabel(brand)}
              checked={isBranded}
              onChange={(event) => setIsBranded(event.target.checked)}
            />
            <span aria-hidden="true">{brandLabel(brand)}</span>
          </label>
        </div>
      ) : null}
      {accountIds.length > 0 ? <p className="is-wide text-note text-ink-2">{words.onlyAccount}</p> : null}
    </form>
  )
}

const brandLabel = ({ name }: NonNullable<NewLink['brand']>): string => (name ? words.brand(name) : words.brandNone)
