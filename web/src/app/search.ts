/** What the pages keep in the address: plain words, nothing that is a default, nothing that is not understood. */
// Of two domains, not of all: this file is part of what every visitor loads.
import { ACCOUNT_CATEGORIES, ACCOUNT_ORDERS, type AccountOrder, SOURCES } from '@tangelo/contract/limits/analytics'
import { CONTENT_MEDIA_TYPES } from '@tangelo/contract/limits/content'
import { PROMPT_TABS, DEFAULT_PROMPT_TAB as PROMPTS_TAB } from '#features/content/index.ts'
import { ADMIN_TABS, DEFAULT_ADMIN_LIST_TAB as DEFAULT_TAB } from '#features/core/index.ts'
import { SYSTEM_PARTS } from '#features/operations/index.ts'
import { day, id, keyword, matching, oneOf, type Raw, readSearch, recordId, word } from './search-values.ts'

const RANGES = ['7', '30', '90', 'year', 'all', 'custom'] as const
const DEFAULT_ORDER: AccountOrder = 'followers'
const DEFAULT_RANGE = '30'
const ERROR_MAX_LENGTH = 200
const OTHER_DAYS = ['7', '90', '365'] as const
/** spec §9: grid columns 4, 5, 6 (default 4). */
const COLUMNS = ['5', '6'] as const
/** Of an administrator: the client whose part of a page is shown; all of them unless the URL names one. */
const client = id

export const dashboardSearch = readSearch({
  sort: oneOf(ACCOUNT_ORDERS, DEFAULT_ORDER),
  q: word(),
  /** Of sums, changes and small lines: 30 days unless the URL names another period. */
  days: oneOf(OTHER_DAYS),
  category: oneOf(ACCOUNT_CATEGORIES),
  tag: word(),
  source: oneOf(SOURCES),
  /** Of an administrator with several clients: their accounts in one list. */
  grouped: oneOf(['no']),
  columns: oneOf(COLUMNS),
  media: oneOf(CONTENT_MEDIA_TYPES),
  /** What the drafts are filtered by. */
  find: word(),
  /** The post that is open. */
  post: recordId,
  client,
})

export const planningSearch = readSearch({
  /** The drafts unless the URL names another tab. */
  tab: oneOf(['calendar', 'approvals', 'publishing']),
  /** The calendar: a month unless the URL names a week, and a day in it. */
  view: oneOf(['week']),
  date: day,
  client,
  /** What all tabs are filtered by: text, an account, an assignee, a status. */
  q: word(),
  account: id,
  assignee: id,
  status: keyword,
  /** As many as fit unless the URL names a number. */
  columns: oneOf(['4', '5', '6']),
  /** The post that is open. */
  post: recordId,
  /** The publication that is open, in the place of the tabs. */
  publication: word(),
})

/** `user`: whose tokens an administrator looks at, where they are not the own ones. */
export const apiTokensSearch = readSearch({ user: word() })
/** `success`: a way back from a page of the payment provider ended well (spec §4); shown once, then removed. */
export const pricingSearch = readSearch({ success: oneOf(['true']) })
/** `record`: the reel that is in the editor (spec §2). */
export const reelMakerSearch = readSearch({ record: recordId })
/** `day`: only the posts of this day. */
export const accountPostsSearch = readSearch({ day })
export const accountInsightsSearch = readSearch({ range: oneOf(['28', '365', '730']) })
/** `make`: the builder of a report in place of the list; `tab`: links for clients in place of reports. */
export const reportsSearch = readSearch({
  make: oneOf(['new']),
  /** In the builder: the report that is used again, or the schedule that is edited; a new report unless the URL names one. */
  report: id,
  schedule: id,
  tab: oneOf(['links']),
  client,
})

export const accountAnalysisSearch = readSearch({
  /** A year unless the URL names another period. */
  period: oneOf(['90', 'half', 'all']),
  /** Without the pale line of the year before. */
  before: oneOf(['off']),
  /** The marked day whose evidence is open. */
  day,
})

export const compareSearch = readSearch({
  /** Ids with commas between, first the account that is looked at; 'none' when all were removed. Absent: the largest. */
  accounts: matching(/^(?:none|[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,4})$/),
  scale: oneOf(['absolute']),
  /** 180 days unless the URL names another period. */
  period: oneOf(['90', 'year']),
  /** The named group of peers: similar accounts unless the URL names one. */
  group: id,
  /** Peers that are left out: ids with commas between. */
  exclude: matching(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/),
  client,
})

const readPrompts = readSearch({
  tab: oneOf(PROMPT_TABS, PROMPTS_TAB),
  /** What the library is searched for. */
  q: word(),
  /** Of the tester: the prompt that it begins with. */
  prompt: recordId,
})

/** Words belong to the library, a prompt to the tester. */
export function promptsSearch(raw: Raw): ReturnType<typeof readPrompts> {
  const { q, prompt, ...read } = readPrompts(raw)
  const tab = read.tab ?? PROMPTS_TAB
  return { ...read, ...(tab === 'library' && q ? { q } : {}), ...(tab === 'tester' && prompt ? { prompt } : {}) }
}

const readReelImports = readSearch({
  /** The folder that is selected. */
  folder: matching(/^.{1,200}$/su),
  /** How a way back from the provider's page ended (spec §2); shown once, then removed. */
  success: oneOf(['true']),
  // A sentence from outside is shown as it is, cut to a readable length.
  error: word(ERROR_MAX_LENGTH),
})

/** Nothing succeeded where an error is named. */
export function reelImportsSearch(raw: Raw): ReturnType<typeof readReelImports> {
  const { success, ...read } = readReelImports(raw)
  return { ...read, ...(success && !read.error ? { success } : {}) }
}

const readAdmin = readSearch({
  tab: oneOf(ADMIN_TABS, DEFAULT_TAB),
  /** What the list of the tab is filtered by, and how it is sorted. */
  q: word(),
  order: keyword,
  /** Only users, or accounts, of this company. */
  company: id,
  /** Of the tab 'System': the overview unless the URL names another part. */
  part: oneOf(SYSTEM_PARTS, 'overview'),
})

/** Parts belong to the tab 'System'. */
export function adminSearch(raw: Raw): ReturnType<typeof readAdmin> {
  const { part, ...read } = readAdmin(raw)
  return { ...read, ...(read.tab === 'system' && part ? { part } : {}) }
}

const readAccount = readSearch({ range: oneOf(RANGES, DEFAULT_RANGE), from: day, to: day })

/** `from` and `to` mean something only for a custom range. */
export function accountSearch(raw: Raw): ReturnType<typeof readAccount> {
  const { range, ...days } = readAccount(raw)
  return { ...(range ? { range } : {}), ...(range === 'custom' ? days : {}) }
}
