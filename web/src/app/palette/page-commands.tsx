/** The pages that the palette leads to, by role. */
import type { Role } from '@tangelo/contract/limits'
import { ArrowRight } from 'lucide-react'
import { texts as frame } from '../texts.ts'
import { ADMINS, type Command, forRole, type Listed, PLANNERS } from './command.ts'
import { texts } from './texts.ts'

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

export const pagesFor = (role: Role): Command[] => forRole(role, PAGES)
