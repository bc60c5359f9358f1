/** What the pages keep in the address: plain words, nothing that is a default, nothing that is not understood. */
// Of two domains, not of all: this file is part of what every visitor loads.
import {
  ACCOUNT_CATEGORIES,
  ACCOUNT_ORDERS,
  type AccountCategory,
  type AccountOrder,
  SOURCES,
  type Source,
} from '@tangelo/contract/limits/analytics'
import { CONTENT_MEDIA_TYPES, type ContentMediaType } from '@tangelo/contract/limits/content'
import { PROMPT_TABS, DEFAULT_PROMPT_TAB as PROMPTS_TAB, type PromptTab } from '#features/content/index.ts'
import { ADMIN_TABS, type AdminTab, DEFAULT_ADMIN_LIST_TAB as DEFAULT_TAB } from '#features/core/index.ts'
import { SYSTEM_PARTS, type SystemPart } from '#features/operations/index.ts'
import { day, id, keyword, matching, oneOf, type Raw, readSearch, recordId, word } from './search-values.ts'

const RANGES = ['7', '30', '90', 'year', 'all', 'custom'] as const
const DEFAULT_ORDER: AccountOrder = 'followers'
const DEFAULT_RANGE = '30'
const ERROR_MAX_LENGTH = 200
const OTHER_DAYS = ['7', '90', '365'] as const
/** spec §9: grid columns 4, 5, 6 (default 4). */
const COLUMNS = ['5', '6'] as const

/** Of an administrator: the client whose part of a page is shown; all of them unless the URL names one. */
interface ClientSearch {
  readonly client?: string
}

export interface DashboardSearch extends ClientSearch {
  readonly sort?: AccountOrder
  readonly q?: string
  /** Of sums, changes and small lines: 30 days unless the URL names another period. */
  readonly days?: (typeof OTHER_DAYS)[number]
  readonly category?: AccountCategory
  readonly tag?: string
  readonly source?: Source
  /** Of an administrator with several clients: their accounts in one list. */
  readonly grouped?: 'no'
  readonly columns?: (typeof COLUMNS)[number]
  readonly media?: ContentMediaType
  /** What the drafts are filtered by. */
  readonly find?: string
  /** The post that is open. */
  readonly post?: string
}

export interface PlanningSearch extends ClientSearch {
  /** The drafts unless the URL names another tab. */
  readonly tab?: 'calendar' | 'approvals' | 'publishing'
  /** The calendar: a month unless the URL names a week, and a day in it. */
  readonly view?: 'week'
  readonly date?: string
  /** What all tabs are filtered by: text, an account, an assignee, a status. */
  readonly q?: string
  readonly account?: string
  readonly assignee?: string
  readonly status?: string
  /** As many as fit unless the URL names a number. */
  readonly columns?: '4' | '5' | '6'
  /** The post that is open. */
  readonly post?: string
  /** The publication that is open, in the place of the tabs. */
  readonly publication?: string
}

export interface AccountSearch {
  readonly range?: (typeof RANGES)[number]
  readonly from?: string
  readonly to?: string
}

/** Of an analysis: a year unless the URL names another period. */
const OTHER_PERIODS = ['90', 'half', 'all'] as const

export interface AccountPostsSearch {
  /** Only the posts of this day. */
  readonly day?: string
}

export interface AccountInsightsSearch {
  readonly range?: '28' | '365' | '730'
}

export interface AccountAnalysisSearch {
  readonly period?: (typeof OTHER_PERIODS)[number]
  /** Without the pale line of the year before. */
  readonly before?: 'off'
  /** The marked day whose evidence is open. */
  readonly day?: string
}

export interface CompareSearch extends ClientSearch {
  /** Ids with commas between, first the account that is looked at; 'none' when all were removed. Absent: the largest. */
  readonly accounts?: string
  readonly scale?: 'absolute'
  /** 180 days unless the URL names another period. */
  readonly period?: '90' | 'year'
  /** The named group of peers: similar accounts unless the URL names one. */
  readonly group?: string
  /** Peers that are left out: ids with commas between. */
  readonly exclude?: string
}

export interface ReportsSearch extends ClientSearch {
  /** The builder of a report; the list unless the URL names it. */
  readonly make?: 'new'
  /** Links for clients; reports unless the URL names them. */
  readonly tab?: 'links'
}

export interface ReelMakerSearch {
  /** The reel that is in the editor (spec §2). */
  readonly record?: string
}

export interface ReelImportsSearch {
  /** The folder that is selected. */
  readonly folder?: string
  /** How a way back from the provider's page ended (spec §2); shown once, then removed. */
  readonly success?: 'true'
  readonly error?: string
}

export interface AdminSearch {
  readonly tab?: AdminTab
  /** What the list of the tab is filtered by, and how it is sorted. */
  readonly q?: string
  readonly order?: string
  /** Only users, or accounts, of this company. */
  readonly company?: string
  /** Of the tab 'System': the overview unless the URL names another part. */
  readonly part?: Exclude<SystemPart, 'overview'>
}

export interface ApiTokensSearch {
  /** Whose tokens an administrator looks at, where they are not the own ones. */
  readonly user?: string
}

export interface PricingSearch {
  /** A way back from a page of the payment provider ended well (spec §4); shown once, then removed. */
  readonly success?: 'true'
}

export interface PromptsSearch {
  readonly tab?: PromptTab
  /** What the library is searched for. */
  readonly q?: string
  /** Of the tester: the prompt that it begins with. */
  readonly prompt?: string
}

export const dashboardSearch = readSearch<DashboardSearch>({
  sort: oneOf(ACCOUNT_ORDERS, DEFAULT_ORDER),
  q: word(),
  days: oneOf(OTHER_DAYS),
  category: oneOf(ACCOUNT_CATEGORIES),
  tag: word(),
  source: oneOf(SOURCES),
  grouped: oneOf(['no']),
  columns: oneOf(COLUMNS),
  media: oneOf(CONTENT_MEDIA_TYPES),
  find: word(),
  post: recordId,
  client: id,
})

export const planningSearch = readSearch<PlanningSearch>({
  tab: oneOf(['calendar', 'approvals', 'publishing']),
  view: oneOf(['week']),
  date: day,
  client: id,
  q: word(),
  account: id,
  assignee: id,
  status: keyword,
  columns: oneOf(['4', '5', '6']),
  post: recordId,
  publication: word(),
})

export const apiTokensSearch = readSearch<ApiTokensSearch>({ user: word() })
export const pricingSearch = readSearch<PricingSearch>({ success: oneOf(['true']) })
export const reelMakerSearch = readSearch<ReelMakerSearch>({ record: recordId })
export const accountPostsSearch = readSearch<AccountPostsSearch>({ day })
export const accountInsightsSearch = readSearch<AccountInsightsSearch>({ range: oneOf(['28', '365', '730']) })
export const reportsSearch = readSearch<ReportsSearch>({ make: oneOf(['new']), tab: oneOf(['links']), client: id })

export const accountAnalysisSearch = readSearch<AccountAnalysisSearch>({
  period: oneOf(OTHER_PERIODS),
  before: oneOf(['off']),
  day,
})

export const compareSearch = readSearch<CompareSearch>({
  accounts: matching(/^(?:none|[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,4})$/),
  scale: oneOf(['absolute']),
  period: oneOf(['90', 'year']),
  group: id,
  exclude: matching(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/),
  client: id,
})

const readPrompts = readSearch<PromptsSearch>({ tab: oneOf(PROMPT_TABS, PROMPTS_TAB), q: word(), prompt: recordId })

/** Words belong to the library, a prompt to the tester. */
export function promptsSearch(raw: Raw): PromptsSearch {
  const { q, prompt, ...read } = readPrompts(raw)
  const tab = read.tab ?? PROMPTS_TAB
  return { ...read, ...(tab === 'library' && q ? { q } : {}), ...(tab === 'tester' && prompt ? { prompt } : {}) }
}

const readReelImports = readSearch<ReelImportsSearch>({
  folder: matching(/^.{1,200}$/su),
  success: oneOf(['true']),
  // A sentence from outside is shown as it is, cut to a readable length.
  error: word(ERROR_MAX_LENGTH),
})

/** Nothing succeeded where an error is named. */
export function reelImportsSearch(raw: Raw): ReelImportsSearch {
  const { success, ...read } = readReelImports(raw)
  return { ...read, ...(success && !read.error ? { success } : {}) }
}

const readAdmin = readSearch<AdminSearch>({
  tab: oneOf(ADMIN_TABS, DEFAULT_TAB),
  q: word(),
  order: keyword,
  company: id,
  part: oneOf(SYSTEM_PARTS, 'overview'),
})

/** Parts belong to the tab 'System'. */
export function adminSearch(raw: Raw): AdminSearch {
  const { part, ...read } = readAdmin(raw)
  return { ...read, ...(read.tab === 'system' && part ? { part } : {}) }
}

const readAccount = readSearch<AccountSearch>({ range: oneOf(RANGES, DEFAULT_RANGE), from: day, to: day })

/** `from` and `to` mean something only for a custom range. */
export function accountSearch(raw: Raw): AccountSearch {
  const { range, ...days } = readAccount(raw)
  return { ...(range ? { range } : {}), ...(range === 'custom' ? days : {}) }
}
