/** What arrives at the time of a reminder, and how: also where no mail can come. */
import type { ContentItem, MailRecipient } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownRecipient } from '#features/mail/index.ts'
import { useSession } from '#lib/session.ts'
import { texts } from '../texts/remind.ts'

const words = texts.note

interface RemindNoteProps {
  readonly post: ContentItem
  readonly onClose: () => void
}

export function RemindNote({ post: { assignee }, onClose }: RemindNoteProps) {
  const { data } = useQuery(ownRecipient())
  const { user } = useSession()
  const other = assignee && assignee.id !== user?.id ? assignee.username : null
  const comes = data?.isMailOn === true && data.state === 'confirmed' && data.address !== null
  return (
    <p className="publish-note">
      {words.what}{' '}
      <span role="status">
        {data === undefined ? '' : comes ? words.mail(data.address ?? '', other) : `${reasonOf(data)} ${words.without}`}
      </span>
      {data?.isMailOn && !comes ? (
        <>
          {' '}
          <Link to="/profile" className="link" onClick={onClose}>
            {words.address}
          </Link>
        </>
      ) : null}
    </p>
  )
}

/** Why no mail comes. */
function reasonOf({ isMailOn, state, address }: MailRecipient): string {
  if (!isMailOn) return words.off
  if (address === null || state === 'none') return words.none
  return state === 'bounced' ? words.bounced(address) : words.unconfirmed(address)
}
