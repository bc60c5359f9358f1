/** That there is nothing left to spend, and what to do about it. */
import { Link } from '@tanstack/react-router'
import { texts } from '../texts.ts'

/** `id` is what the buttons that are off name as their reason. */
export function CreditsNotice({ id, className = '' }: { readonly id?: string; readonly className?: string }) {
  return (
    <div id={id} role="status" className={`rounded-panel bg-amber-wash px-4 py-3 text-label text-ink ${className}`}>
      <p className="font-strong">{texts.notice}</p>
      <p className="text-ink-2">
        {texts.noticeUpgrade}{' '}
        <Link to="/pricing" className="link">
          {texts.noticePlans}
        </Link>
      </p>
    </div>
  )
}
