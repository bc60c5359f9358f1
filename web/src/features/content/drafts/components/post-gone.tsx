/** The post went away while it was open: says so, and keeps what was written so that it can be taken along. */
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { writeToClipboard } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { texts } from '../texts/post.ts'

interface PostGoneProps {
  readonly caption: string
  readonly onClose: () => void
}

export function PostGone({ caption, onClose }: PostGoneProps) {
  const [note, setNote] = useState('')
  const copy = async (): Promise<void> => {
    setNote((await writeToClipboard(caption)) ? texts.dialog.copied : texts.dialog.copyFailed)
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.dialog.missing}
      description={texts.dialog.missingDescription}
      footer={
        <>
          <p className="flex-1 text-caption text-ink-3" role="status">
            {note}
          </p>
          <Button icon={<Copy />} onClick={() => void copy()}>
            {texts.dialog.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {texts.dialog.close}
          </Button>
        </>
      }
    >
      <TextArea label={texts.dialog.typedSoFar} value={caption} readOnly rows={8} dir="auto" />
    </Dialog>
  )
}
