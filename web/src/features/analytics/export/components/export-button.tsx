/** 'Export' on the page of an account: a small list of files beside the button, each as CSV or JSON. */
import type { Account } from '@tangelo/contract'
import { EXPORT_FORMATS, EXPORTS } from '@tangelo/contract/limits'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { toast } from '#ui/toast.tsx'
import { type ExportChoice, useExport } from '../queries.ts'
import { texts } from '../texts.ts'

export function ExportButton({ account }: { readonly account: Account | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        icon={<Upload />}
        disabled={!account}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.button}
      </Button>
      {isOpen && account ? (
        <Popover onClose={() => setIsOpen(false)} anchor={button} title={texts.title}>
          <Files account={account} />
        </Popover>
      ) : null}
    </>
  )
}

function Files({ account: { id, username } }: { readonly account: Account }) {
  const file = useExport(id)
  const running = file.isPending ? file.variables : undefined
  const start = (choice: ExportChoice): void =>
    file.mutate(choice, {
      onSuccess: (bytes) => saveFile(bytes, `${username}-${choice.what}.${choice.format}`),
      onError: ({ message }) => toast({ title: texts.failed, description: message, tone: 'destructive' }),
    })
  return (
    <>
      <ul className="grid px-5 pb-2 max-desk:px-4">
        {EXPORTS.map((what) => (
          <li key={what} className="flex items-center gap-2 py-2 not-first:border-t not-first:border-line">
            <div className="min-w-0 flex-1">
              <p className="text-label font-[550]">{texts.files[what].name}</p>
              <p className="text-caption text-ink-3">{texts.files[what].about}</p>
            </div>
            {EXPORT_FORMATS.map((format) => (
              <Button
                key={format}
                size="small"
                variant="quiet"
                aria-label={texts.download(texts.files[what].name, texts.formats[format])}
                busy={running?.what === what && running.format === format}
                disabled={running !== undefined && (running.what !== what || running.format !== format)}
                onClick={() => start({ what, format })}
              >
                {texts.formats[format]}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-5 pt-2.5 pb-3 text-caption text-ink-3 max-desk:px-4">{texts.hint}</p>
    </>
  )
}
