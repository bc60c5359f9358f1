/** Makes a user, or changes one (spec §5, §7). */
import { ROLES } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureOf } from '#features/core/index.ts'
import { WebhookCard } from '#features/webhooks/index.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { verifySession } from '../../auth/queries/session.ts'
import { InvitedUser } from '../../password-links/components/invited-user.tsx'
import { passwordLinksOffered } from '../../password-links/queries.ts'
import { UserTwoFactor } from '../../two-factor/components/user-two-factor.tsx'
import { type User, useCreateUser, useUpdateUser } from '../queries.ts'
import { changesOf, errorsOf, formOf, refusalOf, type UserErrors, type UserForm } from '../rules.ts'
import { texts } from '../texts.ts'
import { UserFields } from './user-fields.tsx'

interface UserDialogProps {
  /** Null: a new one. */
  readonly user: User | null
  /** The preselected company of a new user. */
  readonly companyId: number | null
  readonly onClose: () => void
}

const words = texts.dialog

/** Mounted when it opens, so that it always begins with what is stored. */
export function UserDialog({ user, companyId, onClose }: UserDialogProps) {
  const [opened] = useState(user)
  const [stored] = useState(() => (opened ? formOf(opened) : { ...formOf(null), companyId }))
  const [form, setForm] = useState(stored)
  const [judged, setJudged] = useState(false)
  const [refused, setRefused] = useState<Partial<UserErrors>>({})
  const create = useCreateUser()
  const update = useUpdateUser(user?.id ?? 0)
  const ownId = useSession().user?.id
  const isPending = create.isPending || update.isPending
  const { close, guard } = useGuardedClose({
    isUnsaved: JSON.stringify(form) !== JSON.stringify(stored),
    isBusy: isPending,
    onClose,
  })
  const sendsMail = useQuery(passwordLinksOffered()).data ?? false
  const errors = errorsOf(form, { isNew: user === null, sendsMail })
  const labels = user ? words.edit : words.create

  const change = (part: Partial<UserForm>): void => {
    setForm({ ...form, ...part })
    // What the server said was about the value that it was sent.
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in part))))
  }

  const save = async (): Promise<User | null> => {
    const { username, password, role } = form
    const mailAddress = form.mailAddress.trim()
    if (!opened)
      return create.mutateAsync({
        username: username.trim(),
        role,
        companyId: form.companyId,
        ...(password !== '' && { password }),
        ...(mailAddress !== '' && { mailAddress }),
      })
    const changes = changesOf(opened, form)
    return Object.keys(changes).length === 0 ? null : update.mutateAsync(changes)
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (isPending) return
    const element = event.currentTarget
    if (Object.values(errors).some(Boolean)) return focusFirstInvalid(element)
    try {
      const saved = await save()
      onClose()
      if (!saved) return
      const { title, description } = user ? words.updated : saved.invitedAt ? words.invited : words.created
      toast({ title, description: description(saved.username) })
      // The frame shows who is signed in; another role or password has ended this very session.
      if (saved.id === ownId) void verifySession()
    } catch (error) {
      toast(failureOf(user ? words.updateFailed : words.createFailed, error))
      const refusal = refusalOf(error)
      setRefused(refusal)
      if (Object.keys(refusal).length > 0) focusFirstInvalid(element)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={labels.title}
      description={user ? words.editHint(user.username) : words.createHint}
      footer={
        <DialogButtons form="user" busy={isPending} busyLabel={labels.busy} onCancel={close}>
          {labels.submit}
        </DialogButtons>
      }
    >
      <form id="user" className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <UserFields
          form={form}
          errors={judged ? { ...errors, ...refused } : null}
          isNew={user === null}
          mailState={user?.mailState ?? 'none'}
          sendsMail={sendsMail}
          isOneself={user !== null && user.id === ownId}
          roles={ROLES.map((value) => ({ value, label: words.roles[value] }))}
          onChange={change}
        />
      </form>
      {user?.invitedAt && user.mailAddress && sendsMail ? <InvitedUser userId={user.id} /> : null}
      {user?.webhookUrl && form.webhookUrl.trim() === user.webhookUrl ? (
        <div className="my-3 border-t border-line pt-3">
          <WebhookCard hidesUrl userId={user.id} />
        </div>
      ) : null}
      {user && user.id !== ownId ? <UserTwoFactor userId={user.id} username={user.username} /> : null}
      {guard}
    </Dialog>
  )
}
