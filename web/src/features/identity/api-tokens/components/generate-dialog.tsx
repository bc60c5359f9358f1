/**
 * Makes an API token (spec §2): first for whom, then the token itself, once. Going back or closing hides it for the
 * last time: it is kept in this dialog and nowhere else.
 */
import type { RouteReply } from '@tangelo/contract'
import { API_TOKEN_NAME_MAX_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure } from '#ui/toast.tsx'
import { useGenerateToken } from '../queries.ts'
import { texts } from '../texts.ts'
import { Copyable } from './copyable.tsx'
import { type Owner, OwnerField } from './owner-field.tsx'

type Made = RouteReply<'POST /api/auth/generate-api-token'> & { readonly owner: string }

interface GenerateDialogProps {
  readonly onClose: () => void
  /** Called with the name of the token's owner. */
  readonly onMade: (username: string) => void
}

export function GenerateDialog({ onClose, onMade }: GenerateDialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  return made ? (
    <ShownOnce made={made} onAgain={() => setMade(null)} onClose={onClose} />
  ) : (
    <Selection
      onClose={onClose}
      onMade={(token) => {
        setMade(token)
        onMade(token.owner)
      }}
    />
  )
}

function Selection({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const [owner, setOwner] = useState<Owner | null>(null)
  const [name, setName] = useState('')
  const [judged, setJudged] = useState(false)
  const generate = useGenerateToken()
  const username = owner?.username ?? user?.username ?? ''

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setJudged(true)
    if (generate.isPending || (isAdmin && !owner)) return
    try {
      const made = await generate.mutateAsync({ userId: owner?.id, name: name.trim() || undefined })
      onMade({ token: made.token, expiresAt: made.expiresAt, owner: username })
    } catch (error) {
      showFailure(texts.generate.failed, readServerMessage(error) ?? texts.generate.unknown)
    }
  }

  return (
    <Dialog
      onClose={() => !generate.isPending && onClose()}
      title={texts.generate.title}
      description={texts.generate.description}
      size="small"
      footer={
        <DialogButtons
          form="generate-token"
          busy={generate.isPending}
          busyLabel={texts.generate.busy}
          onCancel={onClose}
        >
          {texts.generate.submit}
        </DialogButtons>
      }
    >
      <form id="generate-token" noValidate onSubmit={(event) => void submit(event)}>
        {isAdmin ? (
          <OwnerField
            label={texts.owner.field}
            chosen={owner?.username ?? ''}
            onChange={setOwner}
            error={judged && !owner ? texts.owner.needed : undefined}
          />
        ) : (
          <p className="text-body text-ink-2">{texts.generate.forSelf(username)}</p>
        )}
        <TextField
          label={texts.generate.name}
          hint={texts.generate.nameHint}
          value={name}
          maxLength={API_TOKEN_NAME_MAX_LENGTH}
          autoComplete="off"
          autoFocus={!isAdmin}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function ShownOnce({ made, onAgain, onClose }: { made: Made; onAgain: () => void; onClose: () => void }) {
  useKeepUnsaved(() => true)
  const { user } = useSession()
  const isOwn = made.owner === user?.username
  return (
    <Dialog
      onClose={onClose}
      title={isOwn ? texts.generate.doneTitle : texts.generate.doneTitleOf(made.owner)}
      description={texts.generate.once}
      size="small"
      footer={
        <>
          <Button onClick={onAgain}>{texts.generate.again}</Button>
          <Button variant="primary" onClick={onClose}>
            {texts.generate.close}
          </Button>
        </>
      }
    >
      <Copyable label={texts.generate.token} text={made.token} wraps />
      <p className="mt-3 text-note text-ink-3">{texts.generate.validUntil(formatMoment(made.expiresAt))}</p>
    </Dialog>
  )
}
