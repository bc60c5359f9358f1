import { Copy, Download } from 'lucide-react'
import { useSession } from '#lib/session.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts.ts'

/** The codes, and two ways to keep them. They are shown once, so they stay on the screen when the session ends. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { user } = useSession()
  useKeepUnsaved(() => true)
  const text = texts.file(user?.username ?? '', codes)

  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'), texts.copyFailed)) toast(texts.copied)
  }

  return (
    <>
      <ul
        aria-label={texts.codesList}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-label"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex gap-2">
        <Button icon={<Copy />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <a
          className="button"
          data-variant="default"
          data-size="medium"
          download={texts.fileName}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download />
          {texts.download}
        </a>
      </div>
    </>
  )
}
