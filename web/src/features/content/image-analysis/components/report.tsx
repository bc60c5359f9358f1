/** The built-in analysis as it can be used: its colors as swatches, crops as frames, captions as cards. The text stays what is copied. */
import { Copy, FilePlus2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { CaptionDraft, Crop, ReportSection, Swatch } from '../rules.ts'
import { texts } from '../texts.ts'

/** In pixels: the tallest crop, 9:16, is 63 wide in it. */
const FRAME_HEIGHT = 112

interface ReportProps {
  readonly sections: readonly ReportSection[]
  readonly captions: readonly CaptionDraft[]
  /** Address of the image, of this page alone. */
  readonly image: string
  readonly isBusy: boolean
  readonly onCopy: (text: string) => void
  readonly onUse: (draft: CaptionDraft) => void
}

export function Report({ sections, captions, image, isBusy, onCopy, onUse }: ReportProps) {
  return (
    <div className="grid gap-5">
      {sections.map(({ heading, lines, swatches, crops }) => (
        <section key={heading}>
          {heading ? <h3 className="mb-1 text-panel">{heading}</h3> : null}
          {swatches.length > 0 ? <Swatches swatches={swatches} /> : null}
          {crops.length > 0 ? <Crops crops={crops} image={image} /> : null}
          {lines.map((line) => (
            <p key={line} className="text-label text-ink-2">
              {line}
            </p>
          ))}
        </section>
      ))}
      <section aria-label={texts.captions}>
        <h3 className="mb-2 text-panel">{texts.captions}</h3>
        <ul className="grid gap-3">
          {captions.map((draft) => (
            <li key={draft.caption} className="rounded-panel border border-line p-4">
              <p className="text-body break-words" dir="auto">
                {draft.caption}
              </p>
              <p className="mt-1 text-label text-accent-ink">{draft.hashtags.map((tag) => `#${tag}`).join(' ')}</p>
              <div className="mt-3 flex gap-2">
                <Button
                  size="small"
                  icon={<FilePlus2 />}
                  disabled={isBusy}
                  aria-label={texts.draftOf(draft.caption)}
                  onClick={() => onUse(draft)}
                >
                  {texts.use}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  icon={<Copy />}
                  aria-label={texts.copyOf(draft.caption)}
                  onClick={() => onCopy([draft.caption, draft.hashtags.map((tag) => `#${tag}`).join(' ')].join('\n\n'))}
                >
                  {texts.copy}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Swatches({ swatches }: { swatches: readonly Swatch[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-2">
      {swatches.map(({ name, hex, percent }) => (
        <li key={hex} className="flex items-center gap-2 text-note">
          <i className="size-8 rounded-control" style={{ background: hex }} />
          <span>
            {name}
            <span className="block text-caption text-ink-3">
              {hex}, {percent}%
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What a crop in the middle keeps, and whether that is safe. */
function Crops({ crops, image }: { crops: readonly Crop[]; image: string }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-4">
      {crops.map(({ ratio, use, verdict, isSafe }) => (
        <li key={ratio} className="text-note" style={{ width: 96 }}>
          <span className="grid place-items-center" style={{ height: FRAME_HEIGHT }}>
            <img
              src={image}
              alt=""
              className="max-w-full rounded-badge object-cover"
              style={{ aspectRatio: ratio.replace(':', ' / '), maxHeight: FRAME_HEIGHT }}
            />
          </span>
          <span className="mt-1 block font-strong">
            {ratio} {use}
          </span>
          <span className={isSafe ? 'text-good' : 'text-bad'}>{verdict}</span>
        </li>
      ))}
    </ul>
  )
}
