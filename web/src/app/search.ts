/** What the pages keep in the address: plain words, nothing that is a default, nothing that is not understood. */
import {
  ACCOUNT_CATEGORIES,
  ACCOUNT_ORDERS,
  type AccountCategory,
  type AccountOrder,
  CONTENT_MEDIA_TYPES,
  type ContentMediaType,
  SOURCES,
  type Source,
} from '@tangelo/contract/limits'
import { PROMPT_TABS, DEFAULT_PROMPT_TAB as PROMPTS_TAB, type PromptTab } from '#features/content/index.ts'
import { ADMIN_TABS, type AdminTab, DEFAULT_ADMIN_LIST_TAB as DEFAULT_TAB } from '#features/core/index.ts'
import { SYSTEM_PARTS, type SystemPart } from '#features/operations/index.ts'
import { ID, isDay, isId, isRecordId, isWord, type Raw } from './search-values.ts'

const RANGES = ['7', '30', '90', 'year', 'all', 'custom'] as const
const DEFAULT_ORDER: AccountOrder = 'followers'
const DEFAULT_RANGE = '30'
const FILTER_MAX_LENGTH = 100
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
  readonly tab?: 'calendar' | 'approvals'
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

export function dashboardSearch({
  sort,
  q,
  days,
  category,
  tag,
  source,
  grouped,
  columns,
  media,
  find,
  post,
  client,
}: Raw): DashboardSearch {
  const known = ACCOUNT_ORDERS.find((candidate) => candidate === sort)
  const length = OTHER_DAYS.find((candidate) => candidate === days)
  const about = ACCOUNT_CATEGORIES.find((candidate) => candidate === category)
  const from = SOURCES.find((candidate) => candidate === source)
  const wide = COLUMNS.find((candidate) => candidate === String(columns))
  const kind = CONTENT_MEDIA_TYPES.find((candidate) => candidate === media)
  return {
    ...(known && known !== DEFAULT_ORDER ? { sort: known } : {}),
    ...(isWord(q) ? { q: q.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(length ? { days: length } : {}),
    ...(about ? { category: about } : {}),
    ...(isWord(tag) ? { tag: tag.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(from ? { source: from } : {}),
    ...(grouped === 'no' ? { grouped } : {}),
    ...(wide ? { columns: wide } : {}),
    ...(kind ? { media: kind } : {}),
    ...(isWord(find) ? { find: find.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(isRecordId(post) ? { post } : {}),
    ...(isId(client) ? { client } : {}),
  }
}

/** Of the status only the shape is judged: the page leaves out one that it does not know. */
const PLANNING_SHAPES = new Map(
  Object.entries({
    tab: /^(calendar|approvals)$/,
    view: /^week$/,
    date: /./,
    client: ID,
    q: /./,
    account: ID,
    assignee: ID,
    status: /^[a-z_]{1,20}$/,
    columns: /^[456]$/,
    post: /./,
  }),
)

export function planningSearch({ date, q, post, ...raw }: Raw): PlanningSearch {
  const given = {
    ...raw,
    ...(isDay(date) ? { date } : {}),
    ...(isWord(q) ? { q: q.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(isRecordId(post) ? { post } : {}),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => isWord(value) && PLANNING_SHAPES.get(name)?.test(value)),
  )
}

export interface ApiTokensSearch {
  /** Whose tokens an administrator looks at, where they are not the own ones. */
  readonly user?: string
}

export function apiTokensSearch({ user }: Raw): ApiTokensSearch {
  return isWord(user) ? { user: user.slice(0, FILTER_MAX_LENGTH) } : {}
}

export interface PricingSearch {
  /** A way back from a page of the payment provider ended well (spec §4); shown once, then removed. */
  readonly success?: 'true'
}

export function pricingSearch({ success }: Raw): PricingSearch {
  return success === 'true' ? { success } : {}
}

export function reelMakerSearch({ record }: Raw): ReelMakerSearch {
  return isRecordId(record) ? { record } : {}
}

export interface PromptsSearch {
  readonly tab?: PromptTab
  /** What the library is searched for. */
  readonly q?: string
  /** Of the tester: the prompt that it begins with. */
  readonly prompt?: string
}

export function promptsSearch({ tab, q, prompt }: Raw): PromptsSearch {
  const known = PROMPT_TABS.find((candidate) => candidate === tab) ?? PROMPTS_TAB
  return {
    ...(known === PROMPTS_TAB ? {} : { tab: known }),
    ...(known === 'library' && isWord(q) ? { q: q.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(known === 'tester' && isRecordId(prompt) ? { prompt } : {}),
  }
}

const FOLDER_MAX_LENGTH = 200
const ERROR_MAX_LENGTH = 200

/** A sentence from outside is shown as it is, cut to a readable length. */
export function reelImportsSearch({ folder, success, error }: Raw): ReelImportsSearch {
  return {
    ...(isWord(folder) && folder.length <= FOLDER_MAX_LENGTH ? { folder } : {}),
    ...(success === 'true' && !isWord(error) ? { success } : {}),
    ...(isWord(error) ? { error: error.slice(0, ERROR_MAX_LENGTH) } : {}),
  }
}

/** What a tab does not know it leaves out of its list's question; here only the shape is judged. */
export function adminSearch({ tab, q, order, company, part }: Raw): AdminSearch {
  const known = ADMIN_TABS.find((candidate) => candidate === tab)
  const inside = SYSTEM_PARTS.find((candidate) => candidate === part)
  return {
    ...(known && known !== DEFAULT_TAB ? { tab: known } : {}),
    ...(isWord(q) ? { q: q.slice(0, FILTER_MAX_LENGTH) } : {}),
    ...(isWord(order) && /^[a-z]{1,20}$/.test(order) ? { order } : {}),
    ...(isId(company) ? { company } : {}),
    ...(known === 'system' && inside && inside !== 'overview' ? { part: inside } : {}),
  }
}

/** `from` and `to` mean something only for a custom range. */
export function accountSearch({ range, from, to }: Raw): AccountSearch {
  const known = RANGES.find((candidate) => candidate === range)
  if (known !== 'custom') return known && known !== DEFAULT_RANGE ? { range: known } : {}
  return {
    range: known,
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  }
}

export const accountPostsSearch = ({ day }: Raw): AccountPostsSearch => (isDay(day) ? { day } : {})

export function accountAnalysisSearch({ period, before, day }: Raw): AccountAnalysisSearch {
  const known = OTHER_PERIODS.find((candidate) => candidate === period)
  return {
    ...(known ? { period: known } : {}),
    ...(before === 'off' ? { before } : {}),
    ...(isDay(day) ? { day } : {}),
  }
}

const COMPARED_IDS = /^(?:none|[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,4})$/
const IDS = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/

export function reportsSearch({ make, client }: Raw): ReportsSearch {
  return {
    ...(make === 'new' ? { make } : {}),
    ...(isId(client) ? { client } : {}),
  }
}

export function compareSearch({ accounts, scale, period, group, exclude, client }: Raw): CompareSearch {
  return {
    ...(isWord(accounts) && COMPARED_IDS.test(accounts) ? { accounts } : {}),
    ...(scale === 'absolute' ? { scale } : {}),
    ...(period === '90' || period === 'year' ? { period } : {}),
    ...(isId(group) ? { group } : {}),
    ...(isWord(exclude) && IDS.test(exclude) ? { exclude } : {}),
    ...(isId(client) ? { client } : {}),
  }
}
