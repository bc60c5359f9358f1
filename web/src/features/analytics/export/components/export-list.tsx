/** The files of an account beside the button that opened them, each as CSV or JSON. */
import type { Account } from '@tangelo/contract'
import { EXPORTS } from '@tangelo/contract/limits'
import type { RefObject } from 'react'
import { saveFile } from '#lib/save-file.ts'
import { Popover } from '#ui/popover.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type ExportChoice, useExport } from '../queries.ts'
import { texts } from '../texts.ts'
import { FileChoices } from './file-choices.tsx'

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
      onError: ({ message }) => showFailure(texts.failed, message),
    })
  return (
    <>
      <FileChoices kinds={EXPORTS} running={running} onChoose={(what, format) => start({ what, format })} />
      <p className="border-t border-line px-5 pt-2.5 pb-3 text-caption text-ink-3 max-desk:px-4">{texts.hint}</p>
    </>
  )
}
