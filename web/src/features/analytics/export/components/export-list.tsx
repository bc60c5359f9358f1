/** The files of an account beside the button that opened them, each as CSV or JSON. */
import type { Account } from '@tangelo/contract'
import { EXPORT_FORMATS, EXPORTS } from '@tangelo/contract/limits'
import type { RefObject } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { toast } from '#ui/toast.tsx'
import { type ExportChoice, useExport } from '../queries.ts'
import { texts } from '../texts.ts'

interface ExportListProps {
  readonly account: Account
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ExportList({ account, anchor, onClose }: ExportListProps) {
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.title}>
      <Files account={account} />
    </Popover>
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
              <p className="text-label font-strong">{texts.files[what].name}</p>
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
