/** Everything that fits a query, group by group: lists of the server, answers of the analysis, pages and actions. */
import type { RouteReply } from '@tangelo/contract'
import type { Role } from '@tangelo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleUser, Film, Image, Plus, Search, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { shorten } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Picture } from '#ui/picture.tsx'
import { actionsFor, type Command, pagesFor } from './commands.tsx'
import { analysisOf, foundAccounts, foundClients, foundDrafts, foundPeople, foundReels } from './queries.ts'
import {
  answerFrom,
  asUsername,
  fitsWords,
  type Question,
  rankByUse,
  readQuestion,
  suggestQuestion,
  type Uses,
} from './rules.ts'
import { texts } from './texts.ts'

type GroupName = keyof typeof texts.groups

export interface Result extends Pick<Command, 'key' | 'title' | 'icon' | 'keys' | 'href' | 'action' | 'run'> {
  readonly detail?: string
  readonly aside?: string
  /** What the action begins with. */
  readonly text?: string
  /** Puts this into the field in place of opening something. */
  readonly query?: string
  readonly bars?: ReturnType<typeof answerFrom>['bars']
}

export interface ResultGroup {
  readonly name: GroupName
  readonly results: readonly Result[]
}

interface Results {
  readonly groups: readonly ResultGroup[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
  readonly isNothing: boolean
}

const SHOWN_EMPTY = 3
const bolt = <Zap />

export function useResults(query: string, uses: Uses, now: number): Results {
  const role = useSession().user?.role ?? 'basic'
  const asked = readQuestion(query)
  const names = asked ? asked.about : query
  const isTyped = query !== ''
  const listed = { enabled: isTyped && !asked, placeholderData: keepPreviousData }
  const accounts = useQuery({ ...foundAccounts(names), placeholderData: keepPreviousData })
  const drafts = useQuery({ ...foundDrafts(query), ...listed })
  const reels = useQuery({ ...foundReels(query), ...listed, enabled: listed.enabled && role !== 'basic' })
  const people = useQuery({ ...foundPeople(query), ...listed, enabled: listed.enabled && role === 'admin' })
  const clients = useQuery({ ...foundClients(query), ...listed, enabled: listed.enabled && role === 'admin' })
  const about = asked?.about ? accounts.data?.[0] : undefined
  const analysis = useQuery({
    ...analysisOf(about?.id ?? 0),
    enabled: about !== undefined && !accounts.isPlaceholderData,
  })
  const lists = [accounts, drafts, reels, people, clients]
  const isSearching = isTyped && lists.some(({ isFetching }) => isFetching)

  const groups = ((): ResultGroup[] => {
    const accountResults = rankByUse((accounts.data ?? []).map(asAccountResult), uses, now)
    if (!isTyped) return startGroups(role, accountResults, uses, now)
    const answers: Result[] =
      asked && about
        ? [answerResult(asked.question, about, analysis.data, analysis.isError)]
        : asked
          ? accountResults.slice(0, SHOWN_EMPTY).map((account) => ({
              key: `ask:${account.key}`,
              icon: bolt,
              title: texts.ofAccount(texts.questions[asked.question], account.title.replace(/^@/, '')),
              query: `${texts.questions[asked.question].replace('?', '')} ${account.title}`,
            }))
          : questionsThatFit(query)
    const rank = (results: Result[]): Result[] => rankByUse(results, uses, now)
    const shown = (enabled: boolean, results: Result[]): Result[] => (enabled ? rank(results) : [])
    const all: ResultGroup[] = [
      { name: 'answers', results: answers },
      { name: 'accounts', results: accountResults },
      { name: 'clients', results: shown(listed.enabled, (clients.data ?? []).map(asClientResult)) },
      { name: 'drafts', results: shown(listed.enabled, (drafts.data ?? []).map(asDraftResult)) },
      { name: 'reels', results: shown(listed.enabled, (reels.data ?? []).map(asReelResult)) },
      { name: 'people', results: shown(listed.enabled, (people.data ?? []).map(asPersonResult)) },
      { name: 'pages', results: rank(pagesFor(role).filter((page) => fits(query, page))) },
      { name: 'actions', results: rank(actionsFor(role).filter((action) => fits(query, action))) },
    ]
    return all.filter(({ results }) => results.length > 0)
  })()

  const isNothing = isTyped && !isSearching && groups.length === 0
  return {
    groups: isNothing ? otherWays(query, role) : groups,
    isSearching,
    hasFailed: lists.some(({ isError }) => isError),
    isNothing,
  }
}

/** Before anything is typed: what was used last, questions, and what can be done. */
function startGroups(role: Role, accounts: readonly Result[], uses: Uses, now: number): ResultGroup[] {
  const used = [...accounts, ...pagesFor(role)].filter(({ key }) => key in uses)
  return [
    { name: 'recent' as const, results: rankByUse(used, uses, now).slice(0, SHOWN_EMPTY) },
    { name: 'ask' as const, results: (['posting', 'moves', 'formats'] as const).map(asQuestionResult) },
    { name: 'actions' as const, results: actionsFor(role) },
  ].filter(({ results }) => results.length > 0)
}

function otherWays(query: string, role: Role): ResultGroup[] {
  const question = suggestQuestion(query)
  const name = asUsername(query)
  return [
    { name: 'meant' as const, results: question ? [asQuestionResult(question)] : [] },
    {
      name: 'or' as const,
      results: [
        ...(name && role === 'admin'
          ? [
              {
                key: 'or:add',
                icon: <Plus />,
                title: texts.addAccount(name),
                action: 'add-account' as const,
                text: name,
              },
            ]
          : []),
        {
          key: 'or:captions',
          icon: <Search />,
          title: texts.searchCaptions(query),
          href: `/planning?q=${encodeURIComponent(query)}`,
        },
      ],
    },
  ].filter(({ results }) => results.length > 0)
}

const fits = (query: string, { title, words = '' }: Command): boolean => fitsWords(query, `${title} ${words}`)

const questionsThatFit = (query: string): Result[] =>
  (Object.keys(texts.questions) as Question[])
    .filter((question) => fitsWords(query, texts.questions[question]))
    .map(asQuestionResult)

const asQuestionResult = (question: Question): Result => ({
  key: `question:${question}`,
  icon: bolt,
  title: texts.questions[question],
  detail: texts.questionHint,
  query: `${texts.questions[question].replace('?', '')} `,
})

function answerResult(
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

const asAccountResult = ({ id, username, metrics }: RouteReply<'GET /api/accounts'>[number]): Result => ({
  key: `account:${id}`,
  icon: <Avatar username={username} size={24} src={metrics.profilePicture} />,
  title: `@${username}`,
  detail: metrics.followers === null ? texts.noFollowers : texts.followers(shorten(metrics.followers)),
  href: `/account/${id}`,
})

const asClientResult = ({ id, name, accounts }: RouteReply<'GET /api/companies'>[number]): Result => ({
  key: `client:${id}`,
  icon: <CircleUser />,
  title: name,
  detail: texts.clientAccounts(accounts),
  href: `/?client=${id}`,
})

const asDraftResult = ({
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

const asReelResult = ({
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

const asPersonResult = ({ id, username, role, companyName }: RouteReply<'GET /api/users'>[number]): Result => ({
  key: `person:${id}`,
  icon: <CircleUser />,
  title: username,
  detail: companyName ? `${role}, ${companyName}` : role,
  href: `/admin?tab=users&q=${encodeURIComponent(username)}`,
})

const thumbnail = (src: string | null, fallback: ReactNode): ReactNode =>
  src ? <Picture src={src} sizes="24px" className="size-6 rounded-badge object-cover" fallback={fallback} /> : fallback
