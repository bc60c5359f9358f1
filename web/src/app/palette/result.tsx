/** One result of the palette, made of a question, an answer or a row of a list. */
import type { RouteReply } from '@tangelo/contract'
import { CircleUser, Film, Image, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { shorten } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Command } from './command.ts'
import { answerFrom, type Question } from './rules.ts'
import { texts } from './texts.ts'

export interface Result extends Pick<Command, 'key' | 'title' | 'icon' | 'keys' | 'href' | 'action' | 'run'> {
  readonly detail?: string
  readonly aside?: string
  /** What the action begins with. */
  readonly text?: string
  /** Puts this into the field in place of opening something. */
  readonly query?: string
  readonly bars?: ReturnType<typeof answerFrom>['bars']
}
export const bolt = <Zap />

export const asQuestionResult = (question: Question): Result => ({
  key: `question:${question}`,
  icon: bolt,
  title: texts.questions[question],
  detail: texts.questionHint,
  query: `${texts.questions[question].replace('?', '')} `,
})

export function answerResult(
  question: Question,
  account: RouteReply<'GET /api/accounts'>[number],
  analysis: Parameters<typeof answerFrom>[0] | undefined,
  isFailed: boolean,
): Result {
  const shared = {
    key: `answer:${question}:${account.id}`,
    icon: bolt,
    href: `/account/${account.id}/analysis`,
  }
  const heading = texts.ofAccount(texts.questions[question], account.username)
  if (!analysis) return { ...shared, title: heading, detail: isFailed ? texts.notAnswered : texts.thinking }
  const { title, basis, bars } = answerFrom(analysis, question)
  return { ...shared, title, detail: `@${account.username}: ${basis}`, bars }
}

export const asAccountResult = ({ id, username, metrics }: RouteReply<'GET /api/accounts'>[number]): Result => ({
  key: `account:${id}`,
  icon: <Avatar username={username} size={24} src={metrics.profilePicture} />,
  title: `@${username}`,
  detail: metrics.followers === null ? texts.noFollowers : texts.followers(shorten(metrics.followers)),
  href: `/account/${id}`,
})

export const asClientResult = ({ id, name, accounts }: RouteReply<'GET /api/companies'>[number]): Result => ({
  key: `client:${id}`,
  icon: <CircleUser />,
  title: name,
  detail: texts.clientAccounts(accounts),
  href: `/?client=${id}`,
})

export const asDraftResult = ({
  id,
  caption,
  status,
  imageUrl,
}: RouteReply<'GET /api/airtable/draft-posts'>[number]): Result => ({
  key: `draft:${id}`,
  icon: thumbnail(imageUrl, <Image />),
  title: caption?.replace(/\s+/g, ' ').trim() || texts.noCaption,
  aside: status,
  href: `/planning?post=${id}`,
})

export const asReelResult = ({
  id,
  caption,
  status,
  coverUrl,
  imageUrl,
}: RouteReply<'GET /api/airtable/reels'>[number]): Result => ({
  key: `reel:${id}`,
  icon: thumbnail(coverUrl ?? imageUrl, <Film />),
  title: caption?.replace(/\s+/g, ' ').trim() || texts.untitledReel(id.slice(-4)),
  aside: status,
  href: `/reel-maker?record=${id}`,
})

export const asPersonResult = ({ id, username, role, companyName }: RouteReply<'GET /api/users'>[number]): Result => ({
  key: `person:${id}`,
  icon: <CircleUser />,
  title: username,
  detail: companyName ? `${role}, ${companyName}` : role,
  href: `/admin?tab=users&q=${encodeURIComponent(username)}`,
})

const thumbnail = (src: string | null, fallback: ReactNode): ReactNode =>
  src ? <Picture src={src} sizes="24px" className="size-6 rounded-badge object-cover" fallback={fallback} /> : fallback
