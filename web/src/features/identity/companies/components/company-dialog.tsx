/** Makes a company, or changes one (spec §5: a name is required, the button is disabled without it). */
import { type FormEvent, useState } from 'react'
import { failureOf } from '#features/core/index.ts'
import { readServerField } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { pickChanged } from '#lib/pick-changed.ts'
import { beginSession, currentSession, storeSession } from '#lib/session.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { type Company, useSaveCompany } from '../queries.ts'
import { NAME_MAX_LENGTH, timeZones } from '../rules.ts'
import { texts } from '../texts.ts'

interface CompanyDialogProps {
  /** Null: a new one. */
  readonly company: Company | null
  readonly onClose: () => void
}

const words = texts.dialog

/** Mounted when it opens, so that it always begins with what is stored. */
export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const [stored] = useState(() => ({
    name: company?.name ?? '',
    website: company?.website ?? '',
    airtableTable: company?.airtableTable ?? '',
    timeZone: company?.timeZone ?? 'UTC',
    requiresApproval: company?.requiresApproval ?? false,
  }))
  const [form, setForm] = useState(stored)
  const save = useSaveCompany(company?.id ?? null)
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(form) !== JSON.stringify(stored),
    isBusy: save.isPending,
    onClose,
  })
  const [takenName, setTakenName] = useState<string | null>(null)
  const isTaken = form.name.trim() === takenName
  const isLong = form.name.trim().length > NAME_MAX_LENGTH
  const labels = company ? words.edit : words.create

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const element = event.currentTarget
    if (save.isPending || form.name.trim() === '' || isLong) return
    const fields = fieldsOf(form)
    const before = fieldsOf(stored)
    if (company && Object.keys(pickChanged(before, fields)).length === 0) return onClose()
    try {
      const saved = await save.mutateAsync({ stored: before, fields })
      onClose()
      showOwnName(saved)
      const { title, description } = company ? words.updated : words.created
      toast({ title, description: description(saved.name) })
    } catch (error) {
      toast(failureOf(company ? words.updateFailed : words.createFailed, error))
      if (readServerField(error, 'error') !== 'name_taken') return
      setTakenName(form.name.trim())
      focusFirstInvalid(element)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={labels.title}
      description={company ? words.editHint(company.name) : words.createHint}
      footer={
        <DialogButtons
          form="company"
          disabled={form.name.trim() === ''}
          busy={save.isPending}
          busyLabel={labels.busy}
          onCancel={close}
        >
          {labels.submit}
        </DialogButtons>
      }
    >
      <form id="company" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.name}
          required
          error={isLong ? words.nameLong(NAME_MAX_LENGTH) : isTaken ? words.nameTaken : undefined}
          value={form.name}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <TextField
          label={words.website}
          type="url"
          placeholder={words.websitePlaceholder}
          maxLength={500}
          value={form.website}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, website: event.target.value })}
        />
        <TextField
          label={words.table}
          hint={words.tableHint}
          maxLength={200}
          value={form.airtableTable}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, airtableTable: event.target.value })}
        />
        <Select
          label={words.timeZone}
          value={form.timeZone}
          options={timeZones(form.timeZone).map((zone) => ({ value: zone, label: zone }))}
          onChange={(timeZone) => setForm({ ...form, timeZone })}
        />
        <div>
          <label htmlFor="requires-approval" className="flex min-h-6 w-max max-w-full items-center gap-2 text-label">
            <Checkbox
              id="requires-approval"
              label={words.requiresApproval}
              checked={form.requiresApproval}
              onChange={(event) => setForm({ ...form, requiresApproval: event.target.checked })}
            />
            {words.requiresApproval}
          </label>
          <p className="text-caption text-ink-3">{words.requiresApprovalHint}</p>
        </div>
      </form>
      {guard}
    </Dialog>
  )
}

/** The frame names the company of the user, who may have begun to sign out since. */
function showOwnName({ id, name }: Company): void {
  const { state, token, user } = currentSession()
  if (state !== 'authenticated' || !token || user?.companyId !== id || user.companyName === name) return
  const renamed = { ...user, companyName: name }
  storeSession(token, renamed)
  beginSession(token, renamed)
}

interface CompanyForm {
  readonly name: string
  readonly website: string
  readonly airtableTable: string
  readonly timeZone: string
  readonly requiresApproval: boolean
}

const fieldsOf = ({ name, website, airtableTable, ...others }: CompanyForm) => ({
  ...others,
  name: name.trim(),
  website: website.trim() || null,
  airtableTable: airtableTable.trim() || null,
})
