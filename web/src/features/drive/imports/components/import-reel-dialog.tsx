/** 'Import Reel from Google Drive': into a new record, or into a draft that is there already. */
import type { ReelFolder } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { folderDetail, useImportFolder } from '../queries.ts'
import { failureText, isRecordId, readRefusedImages } from '../rules.ts'
import { texts } from '../texts.ts'
import { DraftPicker } from './draft-picker.tsx'
import { ImportProgress } from './import-progress.tsx'
import { Note } from './note.tsx'

interface ImportDialogProps {
  readonly folder: ReelFolder
  readonly onClose: () => void
}

const FORM = 'import-reel'

/** Mounted when it opens, so that it always begins with a new record. Closing it while it works leaves the work alone. */
export function ImportDialog({ folder, onClose }: ImportDialogProps) {
  const { id, name } = folder
  const [createNew, setCreateNew] = useState(true)
  const [recordId, setRecordId] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const importing = useImportFolder()
  const job = useQuery(folderDetail(id)).data?.import
  const refused = readRefusedImages(importing.error)
  const named = recordId.trim()
  const isReady = createNew || named !== ''
  const problem = !createNew && wasTried && !isRecordId(named) ? texts.dialog.recordInvalid : undefined

  const submit = async (skipsRefused: boolean): Promise<void> => {
    if (importing.isPending || !isReady) return
    setWasTried(true)
    if (!createNew && !isRecordId(named)) return
    try {
      const done = await importing.mutateAsync({
        folderId: id,
        createNew,
        recordId: createNew ? null : named,
        ...(skipsRefused && { skipsRefused }),
      })
      onClose()
      toast(describeResult(done, name))
    } catch (error) {
      // What cannot be used is shown in the dialog, where the user decides.
      if (readRefusedImages(error)) return
      showFailure(texts.toasts.importFailed, failureText(error))
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.dialog.title}
      description={texts.dialog.description(name, folder.images.length)}
      footer={
        <>
          <Button onClick={onClose}>{texts.dialog.cancel}</Button>
          {refused ? (
            <Button
              variant="primary"
              disabled={!isReady}
              busy={importing.isPending}
              busyLabel={texts.dialog.importing}
              onClick={() => void submit(true)}
            >
              {texts.dialog.others(refused.usable)}
            </Button>
          ) : (
            <Button
              variant="primary"
              type="submit"
              form={FORM}
              disabled={!isReady}
              busy={importing.isPending}
              busyLabel={texts.dialog.importing}
            >
              {texts.dialog.import}
            </Button>
          )}
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <fieldset className="grid gap-4" disabled={importing.isPending}>
          <div className="text-table flex items-start gap-2.5 [&>label]:cursor-pointer [&>label]:font-strong [&_small]:text-note [&_small]:block [&_small]:font-regular [&_small]:text-ink-3">
            <Checkbox
              id="create-new"
              label={texts.dialog.createNew}
              checked={createNew}
              onChange={(event) => {
                setCreateNew(event.target.checked)
                // spec §5: checking create-new clears it.
                if (event.target.checked) setRecordId('')
                setWasTried(false)
              }}
            />
            <label htmlFor="create-new">
              {texts.dialog.createNew}
              <small>{createNew ? texts.dialog.createNewHint : texts.dialog.fillHint}</small>
            </label>
          </div>
          {createNew ? null : (
            <>
              <TextField
                label={texts.dialog.recordId}
                placeholder={texts.dialog.recordPlaceholder}
                className="font-mono"
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                value={recordId}
                error={problem}
                onChange={(event) => setRecordId(event.target.value)}
              />
              <DraftPicker recordId={named} onPick={setRecordId} />
            </>
          )}
        </fieldset>
        {refused && !importing.isPending ? (
          <Note tone="amber" role="alert">
            <div className="min-w-0">
              <b className="font-strong">{texts.dialog.refused(refused.refused.length)}</b>
              <ul className="mt-1">
                {refused.refused.map((image) => (
                  <li key={image.name} className="break-words">
                    {image.name} {image.message}
                  </li>
                ))}
              </ul>
            </div>
          </Note>
        ) : null}
        {importing.isPending && job?.state === 'running' ? <ImportProgress job={job} /> : null}
      </form>
    </Dialog>
  )
}

/** What the toast says of an import that has ended, or goes on. */
function describeResult(done: Awaited<ReturnType<ReturnType<typeof useImportFolder>['mutateAsync']>>, name: string) {
  if (done.import.state === 'running')
    return {
      title: texts.toasts.underWay,
      description: texts.toasts.underWayDescription(name),
      tone: 'notice' as const,
    }
  const isRenamed = done.import.rename === 'done'
  const description = isRenamed ? texts.toasts.importedDescription(name) : texts.toasts.importedNotRenamed(name)
  return { title: texts.toasts.imported, description }
}
