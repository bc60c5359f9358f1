/** Everything that fits a query, group by group: lists of the server, answers of the analysis, pages and actions. */
import type { Role } from '@tangelo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useSession } from '#lib/session.ts'
import type { Command } from './command.ts'
import { actionsFor } from './commands.tsx'
import { pagesFor } from './page-commands.tsx'
import { analysisOf, FOUND_MAX, foundAccounts, foundClients, foundDrafts, foundPeople, foundReels } from './queries.ts'
import {
  answerResult,
  asAccountResult,
  asClientResult,
  asDraftResult,
  asPersonResult,
  asQuestionResult,
  asReelResult,
  bolt,
  type Result,
} from './result.tsx'
import {
  asUsername,
  fitsWords,
  pickAccount,
  type Question,
  rankByUse,
  readQuestion,
  suggestQuestion,
  type Uses,
} from './rules.ts'
import { texts } from './texts.ts'

type GroupName = keyof typeof texts.groups

export interface ResultGroup {
  readonly name: GroupName
  readonly results: readonly Result[]
}

interface Results {
  readonly groups: readonly ResultGroup[]
  readonly isSearching: boolean
  /** Some results are still those of another query, or not here. */
  readonly isStale: boolean
  readonly hasFailed: boolean
  readonly isNothing: boolean
}

const SHOWN_EMPTY = 3

export function useResults(query: string, uses: Uses, now: number): Results {
  const role = useSession().user?.role ?? 'basic'
  const asked = readQuestion(query)
  const names = asked ? asked.about : query
  const isTyped = query !== ''
  const listed = { enabled: isTyped && !asked, placeholderData: keepPreviousData }
  const accounts = useQuery({ ...foundAccounts(names, Boolean(asked?.about)), placeholderData: keepPreviousData })
  const drafts = useQuery({ ...foundDrafts(query), ...listed })
  const reels = useQuery({ ...foundReels(query), ...listed, enabled: listed.enabled && role !== 'basic' })
  const people = useQuery({ ...foundPeople(query), ...listed, enabled: listed.enabled && role === 'admin' })
  const clients = useQuery({ ...foundClients(query), ...listed, enabled: listed.enabled && role === 'admin' })
  const about = asked?.about ? pickAccount(accounts.data ?? [], asked.about) : undefined
  const analysis = useQuery({
    ...analysisOf(about?.id ?? 0),
    enabled: about !== undefined && !accounts.isPlaceholderData,
  })
  const lists = [accounts, drafts, reels, people, clients]
  const isSearching = isTyped && lists.some(({ isFetching }) => isFetching)

  const groups = ((): ResultGroup[] => {
    const accountResults = rankByUse((accounts.data ?? []).slice(0, FOUND_MAX).map(asAccountResult), uses, now)
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
    const rankIf = (enabled: boolean, results: Result[]): Result[] => (enabled ? rank(results) : [])
    const all: ResultGroup[] = [
      { name: 'answers', results: answers },
      { name: 'accounts', results: accountResults },
      { name: 'clients', results: rankIf(listed.enabled, (clients.data ?? []).map(asClientResult)) },
      { name: 'drafts', results: rankIf(listed.enabled, (drafts.data ?? []).map(asDraftResult)) },
      { name: 'reels', results: rankIf(listed.enabled, (reels.data ?? []).map(asReelResult)) },
      { name: 'people', results: rankIf(listed.enabled, (people.data ?? []).map(asPersonResult)) },
      { name: 'pages', results: rank(pagesFor(role).filter((page) => fits(query, page))) },
      { name: 'actions', results: rank(actionsFor(role).filter((action) => fits(query, action))) },
    ]
    return all.filter(({ results }) => results.length > 0)
  })()

  const isNothing = isTyped && !isSearching && groups.length === 0
  return {
    groups: isNothing ? otherWays(query, role) : groups,
    isSearching,
    isStale: lists.some((list) => list.isFetching && (list.isPending || list.isPlaceholderData)),
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
