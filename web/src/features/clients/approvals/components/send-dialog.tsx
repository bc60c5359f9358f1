/** Sends posts to a client: who, on which clocks, until when. The address of the link is shown once, in this dialog. */
import '../approvals.css'
import type { ContentItem } from '@tangelo/contract'
import {
  APPROVAL_DAYS,
  APPROVAL_ITEMS_MAX,
  APPROVAL_MESSAGE_MAX_LENGTH,
  APPROVAL_NAME_MAX_LENGTH,
  MAIL_ADDRESS_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isMailAddress, ownRecipient } from '#features/mail/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { ownTimeZone } from '#lib/own-time-zone.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { PasswordField, TextArea, TextField } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { type ApprovalRequest, useSendForApproval } from '../queries.ts'
import { texts } from '../texts.ts'
import { MadeLink } from './made-link.tsx'

const words = texts.dialog
const FORM = 'send-for-approval'
const EXPIRIES = ['3', '7', String(APPROVAL_DAYS.usual), '30'] as const
type Expiry = (typeof EXPIRIES)[number]

interface SendDialogProps {
  readonly posts: readonly ContentItem[]
  readonly onClose: (isSent: boolean) => void
}

export function SendDialog({ posts, onClose }: SendDialogProps) {
  const [made, setMade] = useState<{ request: ApprovalRequest; url: string }>()
  if (made) return <MadeLink {...made} onClose={() => onClose(true)} />
  return <NewRequest posts={posts} onMade={setMade} onClose={() => onClose(false)} />
}

function NewRequest({
  posts,
  onMade,
  onClose,
}: {
  posts: readonly ContentItem[]
  onMade: (made: { request: ApprovalRequest; url: string }) => void
  onClose: () => void
}) {
  const send = useSendForApproval()
  const [clientName, setClientName] = useState('')
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const [message, setMessage] = useState('')
  const [days, setDays] = useState<Expiry>('14')
  const [password, setPassword] = useState('')
  const [mailTo, setMailTo] = useState('')
  const { close, guard } = useGuardedClose({
    isUnsaved: [clientName, message, password, mailTo].some((text) => text.trim() !== ''),
    isBusy: send.isPending,
    onClose,
  })
  const canMail = useQuery(ownRecipient()).data?.isMailOn ?? false
  const [isJudged, setIsJudged] = useState(false)
  const isNameless = clientName.trim() === ''
  const isShort = password !== '' && password.length < PASSWORD_MIN_LENGTH
  const isNoAddress = mailTo.trim() !== '' && !isMailAddress(mailTo.trim())
  const problem =
    posts.length > APPROVAL_ITEMS_MAX
      ? words.tooMany(APPROVAL_ITEMS_MAX)
      : new Set(posts.map(({ companyId }) => companyId)).size > 1
        ? words.severalClients
        : null

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setIsJudged(true)
    if (send.isPending || problem !== null) return
    if (isNameless || isShort || isNoAddress) return focusFirstInvalid(event.currentTarget)
    try {
      onMade(
        await send.mutateAsync({
          posts: posts.map(({ id }) => id),
          clientName: clientName.trim(),
          timeZone,
          message: message.trim() || null,
          days: Number(days),
          password: password || null,
          mailTo: mailTo.trim() || null,
        }),
      )
    } catch (failure) {
      showFailure(words.failed, readServerMessage(failure) ?? words.failedDescription)
    }
  }

  return (
    <Dialog
      onClose={close}
      title={words.title(posts.length)}
      description={words.description}
      footer={
        <DialogButtons
          form={FORM}
          disabled={problem !== null}
          busy={send.isPending}
          busyLabel={mailTo.trim() === '' ? words.busy : words.busyMail}
          onCancel={close}
        >
          {mailTo.trim() === '' ? words.submit : words.submitMail}
        </DialogButtons>
      }
    >
      <ul className="approval-posts">
        {posts.slice(0, APPROVAL_ITEMS_MAX).map(({ id, caption, imageUrl }) => (
          <li key={id}>
            <span className="approval-thumb" title={caption?.trim() || words.noCaption}>
              <Picture src={imageUrl} sizes="64px" width={64} height={80} fallback={<Image className="m-auto" />} />
            </span>
            <span className="sr-only">{caption?.trim().slice(0, 120) || words.noCaption}</span>
          </li>
        ))}
      </ul>
      {problem ? (
        <p className="mb-3 rounded-control bg-bad-wash px-3 py-2 text-label text-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <form id={FORM} className="approval-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.name}
          error={isJudged && isNameless ? words.nameNeeded : undefined}
          placeholder={words.namePlaceholder}
          value={clientName}
          maxLength={APPROVAL_NAME_MAX_LENGTH}
          autoComplete="off"
          autoFocus
          onChange={(event) => setClientName(event.target.value)}
        />
        <Select
          label={words.timeZone}
          value={timeZone}
          options={timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          onChange={setTimeZone}
        />
        {canMail ? (
          <div className="is-wide">
            <TextField
              label={words.mailTo}
              hint={words.mailToHint}
              error={isJudged && isNoAddress ? words.mailToWrong : undefined}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MAIL_ADDRESS_MAX_LENGTH}
              value={mailTo}
              onChange={(event) => setMailTo(event.target.value)}
            />
          </div>
        ) : null}
        <div className="is-wide">
          <TextArea
            label={words.message}
            placeholder={words.messagePlaceholder}
            value={message}
            rows={3}
            maxLength={APPROVAL_MESSAGE_MAX_LENGTH}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
        <Select
          label={words.days}
          value={days}
          options={EXPIRIES.map((value) => ({ value, label: words.inDays(Number(value)) }))}
          onChange={setDays}
        />
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          error={isJudged && isShort ? words.passwordShort(PASSWORD_MIN_LENGTH) : undefined}
          value={password}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
      {guard}
    </Dialog>
  )
}

/** Most clients are where their agency is. */
const timeZones = (): string[] => [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
