/** The pages of the product in their order, for the sidebar, the drawer and the bar of a phone. */
import {
  Calendar,
  Clapperboard,
  CreditCard,
  FileText,
  FolderInput,
  House,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Settings,
  TrendingUp,
} from 'lucide-react'
import { frameTexts } from './frame-texts.ts'
import { texts } from './texts.ts'

interface PagePlace {
  readonly to:
    | '/'
    | '/planning'
    | '/reel-maker'
    | '/compare'
    | '/reports'
    | '/reel-imports'
    | '/api-tokens'
    | '/pricing'
    | '/prompts'
    | '/admin'
  readonly label: string
  readonly icon: LucideIcon
  /** spec §2: one of the pages has another name in the drawer. */
  readonly drawerLabel?: string
  /** In the bar of a phone, where there is a place for it. */
  readonly barLabel?: string
}

/** Which role sees which page is decided in page-roles.ts. */
export const PAGES: readonly PagePlace[] = [
  { to: '/', label: texts.dashboard, icon: House, barLabel: texts.dashboard },
  { to: '/planning', label: texts.planning, icon: Calendar, barLabel: texts.planning },
  { to: '/reel-maker', label: texts.reelMaker, icon: Clapperboard, barLabel: frameTexts.reels },
  { to: '/compare', label: texts.compare, icon: TrendingUp, barLabel: texts.compare },
  { to: '/reports', label: texts.reports, icon: FileText },
  { to: '/reel-imports', label: texts.reelImports, icon: FolderInput, drawerLabel: frameTexts.reelImportsDrawer },
  { to: '/api-tokens', label: texts.apiTokens, icon: KeyRound },
  { to: '/pricing', label: texts.pricing, icon: CreditCard },
  { to: '/prompts', label: texts.prompts, icon: MessageSquareText },
  { to: '/admin', label: texts.admin, icon: Settings },
]
