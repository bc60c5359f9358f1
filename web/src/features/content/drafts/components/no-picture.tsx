import { Image } from 'lucide-react'
import { texts } from '../texts/drafts.ts'

/** Where a picture would be. */
export const NoPicture = () => (
  <span className="grid size-full place-content-center justify-items-center gap-2 text-label text-ink-3">
    <Image />
    {texts.card.noImage}
  </span>
)
