/** One picture: dropped, pasted or chosen, sent at once, shown when it is there. */
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dropzone } from '#ui/dropzone.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { sendImages } from '../queries.ts'
import { ACCEPTED, imageError, uploadFailure } from '../rules.ts'
import { texts } from '../texts.ts'

interface ImageFieldProps {
  readonly label?: string
  /** The company it is for, where an administrator has chosen one. */
  readonly companyId?: number | undefined
  /** The address of the picture; null while there is none. */
  readonly value: string | null
  readonly onChange: (imageUrl: string | null) => void
  /** Whether one is on its way. */
  readonly onBusyChange: (busy: boolean) => void
}

export function ImageField({ label = texts.image, companyId, value, onChange, onBusyChange }: ImageFieldProps) {
  const [sending, setSending] = useState<{ name: string; sent: number } | null>(null)
  const [error, setError] = useState<string>()
  const abort = useRef<AbortController>(null)

  const take = async (file: File): Promise<void> => {
    const problem = imageError(file)
    setError(problem)
    if (problem) return
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    const name = file.name || texts.pasted
    setSending({ name, sent: 0 })
    onBusyChange(true)
    try {
      const [imageUrl] = await sendImages([file], {
        query: { for: 'draft', companyId },
        onProgress: (sent) => setSending({ name, sent }),
        signal: controller.signal,
      })
      onChange(imageUrl ?? null)
    } catch (failure) {
      if (!controller.signal.aborted) setError(uploadFailure(failure))
    }
    // A newer picture may have replaced this one.
    if (abort.current !== controller) return
    setSending(null)
    onBusyChange(false)
  }

  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      void latest.current(file)
    }
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('paste', onPaste)
      abort.current?.abort()
    }
  }, [])

  return (
    <div>
      <span className="field-label block">{label}</span>
      {value ? (
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
      ) : sending ? (
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
        <Dropzone
          label={texts.drop}
          hint={texts.hint}
          accept={ACCEPTED}
          onFiles={([file]) => file && void take(file)}
          error={error}
        />
      )}
    </div>
  )
}
