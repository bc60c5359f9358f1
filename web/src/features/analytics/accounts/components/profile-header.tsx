/** Whose account this is: picture, name, category, the way to Instagram, and what the profile says of itself. */
import type { Account } from '@tangelo/contract'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Avatar } from '#ui/avatar.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { profileUrl } from '../rules/account.ts'
import { texts } from '../texts/account.ts'
import { texts as listTexts } from '../texts/list.ts'

const GRID =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 desk:grid-cols-[auto_minmax(0,1fr)] desk:items-center desk:gap-x-6 desk:p-6'

export function ProfileHeader({ account }: { account: Account }) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  const { username, category, metrics } = account
  return (
    <div className={GRID}>
      <Avatar username={username} size={isPhone ? 64 : 96} src={metrics.profilePicture} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-desk:flex-col max-desk:items-start">
          <h2 className="max-w-full truncate text-name">@{username}</h2>
          <Tag>{category ?? listTexts.table.notCategorized}</Tag>
          <OutsideLink className="min-h-6 gap-1.25 text-label max-desk:min-h-10" href={profileUrl(account)}>
            {texts.account.viewOnInstagram}
          </OutsideLink>
        </div>
        {isPhone ? null : <Bio text={metrics.bioText} />}
      </div>
      {isPhone ? <Bio text={metrics.bioText} /> : null}
    </div>
  )
}

function Bio({ text }: { text: string | null }) {
  const bio = text?.trim()
  return (
    <p
      className={`col-span-full max-w-[60ch] break-words whitespace-pre-line desk:mt-1.5 ${bio ? 'text-ink-2' : 'text-ink-3'}`}
    >
      {bio || texts.account.noBio}
    </p>
  )
}

/** Shaped like the header and the four figures below it. */
export function ProfileSkeleton({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {shown ? texts.account.loading : ''}
      </p>
      <div className={GRID}>
        <div className="size-16 desk:size-24">{shown ? <Skeleton className="size-full rounded-[28%]" /> : null}</div>
        {shown ? (
          <div>
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="mt-4 h-3 w-96 max-w-full" />
            <Skeleton className="mt-2.5 h-3 w-72 max-w-full" />
          </div>
        ) : null}
      </div>
      <div className="grid grid-cols-2 border-t border-line desk:grid-cols-4">
        {['w-20', 'w-16', 'w-14', 'w-18'].map((width) => (
          <div key={width} className="h-25.5 border-line px-4 py-4 desk:h-27 desk:px-6 desk:not-first:border-l">
            {shown ? (
              <>
                <Skeleton className="h-3 w-16" />
                <Skeleton className={`mt-3.5 h-5 ${width}`} />
                <Skeleton className="mt-3 h-2.5 w-24" />
              </>
            ) : null}
          </div>
        ))}
      </div>
      <div className="h-10.25 border-t border-line" />
    </div>
  )
}
