/** One picture: dropped, pasted or chosen, sent at once, shown when it is there. */
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { FieldNote } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { sendImages } from '../queries.ts'
import { ACCEPTED, imageError, isRefusedForGood, uploadFailure } from '../rules.ts'
import { texts } from '../texts.ts'
import { usePastedImages } from './use-pasted-images.ts'

interface ImageFieldProps {
  readonly label?: string
  /** The company it is for, where an administrator has chosen one. */
  readonly companyId?: number | undefined
  /** The address of the picture; null while there is none. */
  readonly value: string | null
  readonly onChange: (imageUrl: string | null) => void
  /** Whether one is on its way, or was chosen and could not be sent: what is saved then would be without it. */
  readonly onStateChange: (state: ImageState) => void
}

export type ImageState = 'settled' | 'sending' | 'failed'

interface Failed {
  readonly file: File
  readonly problem: string
  readonly isRefused: boolean
}

export function ImageField({ label = texts.image, companyId, value, onChange, onStateChange }: ImageFieldProps) {
  const id = useId()
  const [sending, setSending] = useState<{ name: string; sent: number } | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const abort = useRef<AbortController>(null)

  const take = async (file: File): Promise<void> => {
    abort.current?.abort()
    abort.current = null
    const problem = imageError(file)
    if (problem) return fail({ file, problem, isRefused: true })
    const controller = new AbortController()
    abort.current = controller
    setFailed(null)
    const name = file.name || texts.pasted
    setSending({ name, sent: 0 })
    onStateChange('sending')
    try {
      const [imageUrl] = await sendImages([file], {
        query: { for: 'draft', companyId },
        onProgress: (sent) => setSending({ name, sent }),
        signal: controller.signal,
      })
      onChange(imageUrl ?? null)
      settle()
    } catch (failure) {
      // A newer picture may have replaced this one.
      if (abort.current !== controller) return
      if (controller.signal.aborted) settle()
      else fail({ file, problem: uploadFailure(failure), isRefused: isRefusedForGood(failure) })
    }
  }
  const settle = (): void => {
    setSending(null)
    setFailed(null)
    onStateChange('settled')
  }
  const fail = (failure: Failed): void => {
    setSending(null)
    setFailed(failure)
    onStateChange('failed')
  }

  usePastedImages(([file]) => file && void take(file))
  useEffect(() => () => abort.current?.abort(), [])

  return (
    <div>
      <span className="field-label block">{label}</span>
      {sending ? (
        <div className="grid min-h-32 content-center gap-2 rounded-panel border border-line px-4 py-3">
          <div className="flex items-center justify-between gap-3 text-label">
            <span className="min-w-0 truncate">{texts.uploading(sending.name)}</span>
            <span className="flex items-center gap-2 text-ink-3">
              {texts.progress(`${Math.floor(sending.sent * 100)}%`)}
              <IconButton size="small" label={texts.cancel} icon={<X />} onClick={() => abort.current?.abort()} />
            </span>
          </div>
          <Progress value={sending.sent} label={texts.uploading(sending.name)} />
        </div>
      ) : (
        <>
          {value ? (
            <>
              <div className="relative overflow-hidden rounded-panel border border-line bg-sunken">
                <Picture
                  src={value}
                  sizes="480px"
                  alt={texts.preview}
                  className="mx-auto block h-60 max-w-full object-contain"
                />
                <IconButton
                  className="absolute top-2 right-2"
                  size="small"
                  variant="default"
                  label={texts.remove}
                  icon={<X />}
                  onClick={() => onChange(null)}
                />
              </div>
              <FieldNote id={id} error={failed ? texts.notReplaced(failed.problem) : undefined} />
            </>
          ) : (
            <Dropzone
              label={texts.drop}
              hint={texts.hint}
              accept={ACCEPTED}
              onFiles={([file]) => file && void take(file)}
              error={failed?.problem}
            />
          )}
          {failed ? (
            <div className="mt-2 flex flex-wrap gap-2">
              {failed.isRefused ? null : (
                <Button size="small" onClick={() => void take(failed.file)}>
                  {texts.again}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={settle}>
                {value ? texts.keep : texts.without}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}
