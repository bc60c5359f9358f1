/**
 * 'Upload Reel Images': up to six images in their order become a new reel, for one credit, or the images of one that is there,
 * for nothing. What went wrong is said, and nothing that was chosen or written is lost by it.
 */
import type { Reel } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { type SubmitEvent, useRef, useState } from 'react'
import { CreditsNotice, hasCredit, useCredits } from '#features/billing/index.ts'
import { ImagesField, useImageUploads } from '#features/content/index.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { widthOf } from '#ui/picture.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { useCreateReel, useSaveImages } from '../queries/changes.ts'
import { createFailure, nameOf, readCurrentReel, saveFailure } from '../rules.ts'
import { texts } from '../texts.ts'

const words = texts.uploadDialog

interface ReelImagesDialogProps {
  /** Whose images are changed; null for a new reel. */
  readonly reel: Reel | null
  readonly onClose: () => void
  readonly onDone: (reel: Reel) => void
}

/** Mounted when it opens, so that it always starts empty. */
export function ReelImagesDialog({ reel, onClose, onDone }: ReelImagesDialogProps) {
  const { user } = useSession()
  const credits = useCredits(reel ? null : (user?.companyId ?? null))
  const canPay = reel !== null || hasCredit(credits)
  const [before] = useState(() => ({ images: reel?.images ?? [], caption: reel?.caption ?? '' }))
  const [version, setVersion] = useState(reel?.version ?? 1)
  const uploads = useImageUploads(REEL_IMAGES_MAX, reel ? toDraft(reel) : [])
  const [caption, setCaption] = useState(before.caption)
  const [error, setError] = useState<string>()
  const [step, setStep] = useState<'choosing' | 'waiting' | 'sending'>('choosing')
  /** What waits for the images, and the caption as it is by then. */
  const attempt = useRef<object>(null)
  const typed = useRef(caption)
  typed.current = caption
  const create = useCreateReel()
  const save = useSaveImages()
  const busyLabel = step === 'waiting' ? words.waiting : reel ? words.saving : words.creating
  const urls = uploads.images.map(({ url }) => url)
  const { close, guard } = useGuardedClose({
    isUnsaved: caption !== before.caption || JSON.stringify(urls) !== JSON.stringify(before.images),
    isBusy: step === 'sending',
    onClose,
    description: reel ? words.guardSaveDescription : words.guardDescription,
  })

  const showRefusal = (title: string, description: string): void => {
    setError(description)
    showFailure(title, description)
  }
  const cancel = (): void => {
    // Nothing is made yet, and nothing is made while the user is asked whether to discard it.
    attempt.current = null
    if (step === 'waiting') setStep('choosing')
    close()
  }
  const send = async (images: readonly string[]): Promise<void> => {
    const text = typed.current
    if (reel) {
      const hasNewCaption = text !== before.caption
      const saved = await save.mutateAsync({ reel, version, images, ...(hasNewCaption && { caption: text }) })
      if (hasNewCaption && JSON.stringify(images) === JSON.stringify(before.images))
        toast({ title: words.savedCaption, description: words.savedCaptionDescription })
      else
        toast({
          title: words.saved,
          description: (hasNewCaption ? words.savedBoth : words.savedDescription)(images.length),
        })
      onDone(saved)
    } else {
      const made = await create.mutateAsync({ images, caption: text, companyId: user?.companyId ?? null })
      toast({ title: words.uploaded, description: words.uploadedDescription(images.length) })
      onDone(made)
    }
  }
  const submit = async (): Promise<void> => {
    if (step !== 'choosing' || !canPay) return
    if (uploads.images.length === 0) return showRefusal(words.uploadFailed, words.noFiles)
    setError(undefined)
    setStep('waiting')
    const mine = {}
    attempt.current = mine
    const settled = await uploads.waitUntilSettled()
    if (attempt.current !== mine) return
    const images = settled.flatMap(({ url }) => url ?? [])
    const failed = settled.length - images.length
    const isHopeless = settled.every(({ url, canRetry }) => url !== null || !canRetry)
    setStep('choosing')
    if (images.length === 0) return showRefusal(reel ? words.uploadFailed : words.createFailed, words.noUrls)
    if (failed > 0) return showRefusal(words.uploadFailed, (isHopeless ? words.someRefused : words.someFailed)(failed))
    setStep('sending')
    try {
      await send(images)
    } catch (failure) {
      // Who saves once more has read that others have changed it.
      setVersion(readCurrentReel(failure)?.version ?? version)
      const { title, description } = reel ? saveFailure(failure) : createFailure(failure)
      showRefusal(title, description)
      setStep('choosing')
    }
  }

  return (
    <Dialog
      onClose={cancel}
      title={words.title}
      description={reel ? nameOf(reel) : words.description(REEL_IMAGES_MAX)}
      footer={
        <>
          <Button disabled={step === 'sending'} onClick={cancel}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="reel-images"
            disabled={!canPay}
            aria-describedby={canPay ? undefined : 'upload-credits'}
            busy={step !== 'choosing'}
            busyLabel={busyLabel}
          >
            {reel ? words.save : words.create}
            {reel ? null : <span className="font-regular">{words.cost}</span>}
          </Button>
        </>
      }
    >
      <form
        id="reel-images"
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit()
        }}
      >
        {canPay ? null : <CreditsNotice id="upload-credits" />}
        <ImagesField uploads={uploads} max={REEL_IMAGES_MAX} error={error} onTaken={() => setError(undefined)} />
        <TextArea
          label={words.caption}
          placeholder={words.captionPlaceholder}
          dir="auto"
          rows={3}
          value={caption}
          readOnly={step === 'sending'}
          onChange={(event) => setCaption(event.target.value)}
        />
      </form>
      {guard}
    </Dialog>
  )
}

function toDraft({ images, imageSizes }: Reel) {
  return images.map((url, index) => ({
    url,
    name: imageSizes[index]?.name || texts.card.imageNumber(index + 1),
    preview: widthOf(url, 160),
  }))
}
