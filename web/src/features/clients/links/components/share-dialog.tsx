/**
 * Links to one object: makes a new one, and lists those there are. The address of a new one is shown once: it is in this dialog
 * and nowhere else.
 */
import '../links.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatExactMoment } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { type CreatedLink, latestBrand, type SharedKind, useCreateLink } from '../queries.ts'
import { texts } from '../texts.ts'
import { LinkForm } from './link-form.tsx'
import { ObjectLinks } from './link-list.tsx'

const FORM = 'new-link'

interface ShareDialogProps {
  readonly kind: SharedKind
  /** Null where no client is chosen whose calendar could be shared. */
  readonly targetId: number | null
  /** How it is called: '@lumenandco'. */
  readonly name: string
  /** For the look of its latest report. */
  readonly companyId?: number | undefined
  /** Of a calendar: these accounts alone. */
  readonly accountIds?: number[] | undefined
  readonly onClose: () => void
}

export function ShareDialog(props: ShareDialogProps) {
  const [made, setMade] = useState<CreatedLink | null>(null)
  return made ? (
    <MadeLink made={made} onAgain={() => setMade(null)} onClose={props.onClose} />
  ) : (
    <NewLinkDialog {...props} onMade={setMade} />
  )
}

function NewLinkDialog({
  kind,
  targetId,
  name,
  companyId,
  accountIds,
  onMade,
  onClose,
}: ShareDialogProps & { onMade: (made: CreatedLink) => void }) {
  const create = useCreateLink()
  const [typed, setTyped] = useState({ name: '', password: '' })
  const { close, guard } = useGuardedClose({
    isUnsaved: typed.name.trim() !== '' || typed.password !== '',
    isBusy: create.isPending,
    onClose,
  })
  const hasFigures = kind === 'account' || kind === 'group'
  const brand = useQuery({ ...latestBrand(companyId), enabled: hasFigures })
  return (
    <Dialog
      onClose={close}
      title={texts.dialog.title(name)}
      description={targetId === null ? texts.dialog.noClient : texts.dialog.description}
      footer={
        <>
          <Button disabled={create.isPending} onClick={close}>
            {texts.dialog.cancel}
          </Button>
          {targetId === null ? null : (
            <Button variant="primary" type="submit" form={FORM} busy={create.isPending} busyLabel={texts.dialog.busy}>
              {texts.dialog.submit}
            </Button>
          )}
        </>
      }
    >
      {targetId === null ? null : (
        <>
          <LinkForm
            id={FORM}
            target={{ kind, targetId }}
            hasFigures={hasFigures}
            brand={brand.data ?? null}
            accountIds={accountIds ?? []}
            typed={typed}
            onTyped={setTyped}
            create={create}
            onMade={onMade}
          />
          <ObjectLinks kind={kind} targetId={targetId} />
        </>
      )}
      {guard}
    </Dialog>
  )
}

function MadeLink({ made, onAgain, onClose }: { made: CreatedLink; onAgain: () => void; onClose: () => void }) {
  const { url, expiresAt, hasPassword } = made
  return (
    <Dialog
      isShownOnce
      onClose={onClose}
      title={texts.made.title}
      description={texts.made.once}
      footer={
        <>
          <Button onClick={onAgain}>{texts.made.again}</Button>
          <Button variant="primary" onClick={onClose}>
            {texts.made.close}
          </Button>
        </>
      }
    >
      <CodeBlock
        label={texts.made.address}
        text={url}
        wraps
        copyLabel={texts.made.copy}
        copiedText={texts.made.copied}
        copyFailed={texts.made.copyFailed}
      />
      <p className="mt-3 text-note text-ink-2">
        {expiresAt ? texts.made.until(formatExactMoment(expiresAt)) : texts.made.unlimited}{' '}
        {hasPassword ? texts.made.password : null}
      </p>
      <OutsideLink className="mt-2 gap-1.5" href={url}>
        {texts.made.open}
      </OutsideLink>
    </Dialog>
  )
}
