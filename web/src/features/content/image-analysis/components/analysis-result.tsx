/** The analysis of an image, as it is written, and what can be made of it. It is always rendered as plain text (D37). */
import { BookmarkPlus, Copy, FilePlus2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDate } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { useCreateDraft } from '../../drafts/queries/changes.ts'
import { copy } from '../../prompts/components/copy.ts'
import { SaveDialog } from '../../prompts/components/save-dialog.tsx'
import { uploadFailure } from '../../uploads/rules.ts'
import { analysisTitle, parseCaptions, readReport } from '../rules.ts'
import { texts } from '../texts.ts'
import { Report } from './report.tsx'
import { type Result, uploadForAddress } from './use-tester.ts'

export function AnalysisResult({ result }: { readonly result: Result | null }) {
  return (
    <div className="flex min-h-80 min-w-0 flex-col border-t border-line p-5 desk:border-t-0 desk:border-l">
      <h2 className="field-label" id="analysis-heading">
        {texts.result}
      </h2>
      {result ? (
        <Said key={result.picture.url} result={result} />
      ) : (
        <p className="grid flex-1 place-content-center text-center text-label text-ink-3">{texts.none}</p>
      )}
    </div>
  )
}

function Said({ result }: { result: Result }) {
  const { text, note, isWritten, picture } = result
  const sections = isWritten ? readReport(text) : null
  const draft = useDraft()
  return (
    <>
      <Acts result={result} />
      <div
        className={`min-h-0 flex-1 text-body break-words ${sections ? '' : 'whitespace-pre-wrap'}`}
        dir="auto"
        role="status"
        aria-labelledby="analysis-heading"
        aria-busy={!isWritten}
      >
        {sections ? (
          <Report
            sections={sections}
            captions={parseCaptions(text)}
            image={picture.url}
            isBusy={draft.busy}
            onCopy={(caption) => void copy(caption)}
            onUse={(caption) => void draft.make(picture, caption)}
          />
        ) : (
          text
        )}
        {isWritten ? null : (
          <span className={`flex items-center gap-2 text-label text-ink-3 ${text ? 'mt-2' : ''}`}>
            <Wheel spinning />
            {text ? null : texts.waiting}
          </span>
        )}
      </div>
      {note ? <p className="mt-3 rounded-control bg-amber-wash px-3 py-2 text-label text-amber">{note}</p> : null}
    </>
  )
}

/** In their place from the beginning, so that nothing jumps when the text is whole. */
function Acts({ result: { text, tone, picture, isWritten } }: { result: Result }) {
  const [isSaving, setSaving] = useState(false)
  const [chosen, setChosen] = useState('0')
  const captions = useMemo(() => parseCaptions(text), [text])
  const draft = useDraft()
  const save = (): void => {
    if (text.trim()) setSaving(true)
    else showFailure(texts.noContent, texts.noContentDescription)
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2 border-b border-line pb-4">
      <Button icon={<Copy />} disabled={!isWritten} onClick={() => void copy(text)}>
        {texts.copy}
      </Button>
      <Button icon={<BookmarkPlus />} disabled={!isWritten} onClick={save}>
        {texts.save}
      </Button>
      <span className="flex flex-wrap gap-2">
        {isWritten && captions.length > 1 ? (
          <Select
            label={texts.draft.which}
            hideLabel
            value={chosen}
            onChange={setChosen}
            options={captions.map((_, at) => ({ value: String(at), label: texts.draft.option(at + 1) }))}
          />
        ) : null}
        <Button
          icon={<FilePlus2 />}
          disabled={!isWritten}
          busy={draft.busy}
          busyLabel={texts.draft.busy}
          onClick={() => void draft.make(picture, captions[Number(chosen)] ?? captions[0])}
        >
          {texts.draft.submit}
        </Button>
      </span>
      {isSaving ? (
        <SaveDialog
          kind="analysis"
          title={analysisTitle(tone, formatDate(new Date().toISOString()))}
          content={async () => ({ prompt: text, imageUrl: await uploadForAddress(picture) })}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </div>
  )
}

function useDraft() {
  const create = useCreateDraft()
  const [busy, setBusy] = useState(false)
  const make = async (picture: Result['picture'], draft: ReturnType<typeof parseCaptions>[number] | undefined) => {
    if (!draft) return
    setBusy(true)
    try {
      const imageUrl = await uploadForAddress(picture)
      const { caption, hashtags } = draft
      await create.mutateAsync({ caption, hashtags: [...hashtags], imageUrl, mediaType: 'image' })
      toast({ title: texts.draft.done, description: texts.draft.doneDescription })
    } catch (error) {
      showFailure(texts.draft.failed, uploadFailure(error))
    }
    setBusy(false)
  }
  return { busy, make }
}
