/** The pages and actions of the palette, by role: what can be reached and done without naming an object. */
import type { Role } from '@tangelo/contract/limits'
import { ArrowRight, Keyboard, LogOut, Moon, Plus, Sun, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { signOut } from '#features/identity/index.ts'
import type { PageAction } from '#lib/page-action.ts'
import { setTheme } from '#lib/theme.ts'
import { openShortcuts } from '../palette-state.ts'
import { texts as frame } from '../texts.ts'
import { texts } from './texts.ts'

export interface Command {
  readonly key: string
  readonly title: string
  /** Other words that find it. */
  readonly words?: string
  readonly icon: ReactNode
  /** Single keys, one after the other. */
  readonly keys?: readonly string[]
  readonly href?: string
  readonly action?: PageAction
  readonly run?: () => void
}

interface Listed extends Command {
  readonly roles?: readonly Role[]
}

const PLANNERS: readonly Role[] = ['admin', 'pro']
const ADMINS: readonly Role[] = ['admin']
const arrow = <ArrowRight />

const PAGES: readonly Listed[] = [
  { key: 'page:/', title: frame.dashboard, words: 'home start accounts', icon: arrow, keys: ['G', 'D'], href: '/' },
  {
    key: 'page:/planning',
    title: texts.pages.planning,
    words: 'drafts calendar approvals content',
    icon: arrow,
    keys: ['G', 'P'],
    href: '/planning',
  },
  {
    key: 'page:/planning/calendar',
    title: texts.pages.calendar,
    words: 'planning month week',
    icon: arrow,
    href: '/planning?tab=calendar',
  },
  {
    key: 'page:/reel-maker',
    title: frame.reelMaker,
    words: 'video',
    icon: arrow,
    keys: ['G', 'R'],
    href: '/reel-maker',
    roles: PLANNERS,
  },
  {
    key: 'page:/compare',
    title: frame.compare,
    words: 'peers groups',
    icon: arrow,
    keys: ['G', 'A'],
    href: '/compare',
  },
  {
    key: 'page:/reports',
    title: frame.reports,
    words: 'pdf html csv client schedule',
    icon: arrow,
    href: '/reports',
  },
  {
    key: 'page:/reel-imports',
    title: frame.reelImports,
    words: 'drive folders',
    icon: arrow,
    href: '/reel-imports',
    roles: PLANNERS,
  },
  {
    key: 'page:/api-tokens',
    title: frame.apiTokens,
    words: 'programs documentation',
    icon: arrow,
    href: '/api-tokens',
    roles: PLANNERS,
  },
  {
    key: 'page:/pricing',
    title: frame.pricing,
    words: 'plans subscription credits invoices',
    icon: arrow,
    href: '/pricing',
    roles: PLANNERS,
  },
  { key: 'page:/prompts', title: frame.prompts, words: 'captions', icon: arrow, href: '/prompts', roles: ADMINS },
  { key: 'page:/admin', title: frame.admin, words: 'companies clients', icon: arrow, href: '/admin', roles: ADMINS },
  {
    key: 'page:/admin/users',
    title: texts.pages.users,
    words: 'people colleagues invite',
    icon: arrow,
    href: '/admin?tab=users',
    roles: ADMINS,
  },
  {
    key: 'page:/connections',
    title: texts.pages.connections,
    words: 'sources graph apify instagram',
    icon: arrow,
    href: '/connections',
    roles: ADMINS,
  },
  {
    key: 'page:/admin/system',
    title: texts.pages.system,
    words: 'backups errors queue health',
    icon: arrow,
    href: '/admin?tab=system',
    roles: ADMINS,
  },
  {
    key: 'page:/profile',
    title: frame.profile,
    words: 'password two-factor sessions time zone',
    icon: arrow,
    keys: ['G', 'U'],
    href: '/profile',
  },
]

const ACTIONS: readonly Listed[] = [
  {
    key: 'do:draft',
    title: texts.actions.draft,
    words: 'create post',
    icon: <Plus />,
    keys: ['N'],
    action: 'new-draft',
  },
  {
    key: 'do:reel',
    title: texts.actions.reel,
    words: 'create video upload images',
    icon: <Plus />,
    keys: ['R'],
    action: 'upload-images',
    roles: PLANNERS,
  },
  {
    key: 'do:import',
    title: texts.actions.import,
    words: 'file csv apify upload',
    icon: <Upload />,
    keys: ['I'],
    action: 'import',
    roles: ADMINS,
  },
  {
    key: 'do:account',
    title: texts.actions.addAccount,
    words: 'track instagram create',
    icon: <Plus />,
    keys: ['A'],
    action: 'add-account',
    roles: ADMINS,
  },
  { key: 'do:dark', title: texts.actions.dark, words: 'theme night', icon: <Moon />, run: () => setTheme('dark') },
  { key: 'do:light', title: texts.actions.light, words: 'theme day', icon: <Sun />, run: () => setTheme('light') },
  {
    key: 'do:shortcuts',
    title: texts.actions.shortcuts,
    words: 'help keys',
    icon: <Keyboard />,
    keys: ['?'],
    run: openShortcuts,
  },
  {
    key: 'do:sign-out',
    title: texts.actions.signOut,
    words: 'log out leave',
    icon: <LogOut />,
    run: () => void signOut(),
  },
]

const forRole = (role: Role, listed: readonly Listed[]): Command[] =>
  listed.filter(({ roles }) => roles === undefined || roles.includes(role))

export const pagesFor = (role: Role): Command[] => forRole(role, PAGES)
/** The theme that is painted already is not offered. */
export const actionsFor = (role: Role): Command[] =>
  forRole(role, ACTIONS).filter(({ key }) => key !== `do:${document.documentElement.dataset.theme}`)
