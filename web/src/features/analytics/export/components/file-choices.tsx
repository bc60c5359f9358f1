/** Kinds of files, each with a button for CSV and for JSON. While one is made, the others wait. */
import { EXPORT_FORMATS, type ExportFormat, type ExportName } from '@tangelo/contract/limits'
import { Button } from '#ui/button.tsx'
import type { ExportChoice } from '../queries.ts'
import { texts } from '../texts.ts'

interface FileChoicesProps {
  readonly kinds: readonly ExportName[]
  readonly running: ExportChoice | undefined
  readonly onChoose: (what: ExportName, format: ExportFormat) => void
}

export function FileChoices({ kinds, running, onChoose }: FileChoicesProps) {
  return (
    <ul className="grid px-5 pb-2 max-desk:px-4">
      {kinds.map((what) => (
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
              onClick={() => onChoose(what, format)}
            >
              {texts.formats[format]}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
