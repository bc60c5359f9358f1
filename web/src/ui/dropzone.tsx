import './dropzone.css'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldNote } from './field.tsx'

interface DropzoneProps {
  readonly label: string
  readonly hint: string
  /** As in a file input: 'image/*'. Only the picker follows it; the caller or the server checks the file. */
  readonly accept?: string
  /** One of them, unless it is for several. */
  readonly onFiles: (files: readonly File[]) => void
  readonly multiple?: boolean
  readonly error?: string | undefined
}

/** Takes files: by click, by keyboard, or dropped onto it. */
export function Dropzone({ label, hint, accept, onFiles, multiple = false, error }: DropzoneProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const acceptFiles = (list: FileList | null): void => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0) onFiles(files)
  }
  return (
    <div className="field">
      <label
        className="dropzone"
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          acceptFiles(event.dataTransfer.files)
        }}
      >
        <input
          type="file"
          className="sr-only"
          accept={accept}
          multiple={multiple}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            acceptFiles(event.target.files)
            // The same file may be chosen again after a failure.
            event.target.value = ''
          }}
        />
        <Download />
        <span className="text-panel">{label}</span>
        <span className="text-caption text-ink-3">{hint}</span>
      </label>
      <FieldNote id={id} error={error} />
    </div>
  )
}
