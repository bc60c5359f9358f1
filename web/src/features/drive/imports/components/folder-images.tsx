/** All images of a folder; those that the reel takes are numbered. */
import type { ReelFolder } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { texts } from '../texts.ts'
import { Thumbnail } from './thumbnail.tsx'

export function FolderImages({ folder: { images, isRead } }: { folder: ReelFolder }) {
  return (
    <>
      <div className="mt-5 mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="text-label font-strong">{texts.preview.images(images.length)}</h4>
        {images.length > REEL_IMAGES_MAX ? (
          <span className="text-caption text-ink-3">{texts.preview.first}</span>
        ) : null}
      </div>
      {isRead && images.length === 0 ? (
        <p className="text-label text-ink-3">{texts.preview.noImages}</p>
      ) : (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2">
          {images.map(({ id, name, thumbnailLink }, index) => (
            <li key={id} className="drive-picture" title={name}>
              <Thumbnail url={thumbnailLink} name={name} />
              {images.length > REEL_IMAGES_MAX && index < REEL_IMAGES_MAX ? (
                <span className="text-badge absolute top-1.25 left-1.25 min-w-4.5 py-0 px-1.25 rounded-badge bg-raised text-ink font-strong text-center">
                  <span className="sr-only">{texts.preview.number(index + 1)}</span>
                  <span aria-hidden="true">{index + 1}</span>
                </span>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
