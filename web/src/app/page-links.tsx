import { Link } from '@tanstack/react-router'
import {
  Calendar,
  Clapperboard,
  CreditCard,
  FolderInput,
  House,
  KeyRound,
  MessageSquareText,
  Settings,
  TrendingUp,
} from 'lucide-react'
import { useSession } from '#lib/session.ts'
import { texts } from './texts.ts'

interface PageLinksProps {
  /** spec §2: one of the pages has another name there. */
  readonly isDrawer?: boolean
  readonly onNavigate?: () => void
}

/** The pages of the product, in the sidebar and in the drawer. */
export function PageLinks({ isDrawer = false, onNavigate }: PageLinksProps) {
  const role = useSession().user?.role
  const isPlanner = role === 'admin' || role === 'pro'
  return (
    <nav aria-label={texts.pages}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }} onClick={onNavigate}>
        <House />
        {texts.dashboard}
      </Link>
      <Link to="/planning" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
        <Calendar />
        {texts.planning}
      </Link>
      {isPlanner ? (
        <Link to="/reel-maker" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
          <Clapperboard />
          {texts.reelMaker}
        </Link>
      ) : null}
      <Link to="/compare" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
        <TrendingUp />
        {texts.compare}
      </Link>
      {isPlanner ? (
        <>
          <Link
            to="/reel-imports"
            className="nav-link mt-px"
            activeOptions={{ includeSearch: false }}
            onClick={onNavigate}
          >
            <FolderInput />
            {isDrawer ? texts.reelImportsDrawer : texts.reelImports}
          </Link>
          <Link
            to="/api-tokens"
            className="nav-link mt-px"
            activeOptions={{ includeSearch: false }}
            onClick={onNavigate}
          >
            <KeyRound />
            {texts.apiTokens}
          </Link>
          <Link to="/pricing" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
            <CreditCard />
            {texts.pricing}
          </Link>
        </>
      ) : null}
      {role === 'admin' ? (
        <>
          <Link to="/prompts" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
            <MessageSquareText />
            {texts.prompts}
          </Link>
          <Link to="/admin" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
            <Settings />
            {texts.admin}
          </Link>
        </>
      ) : null}
    </nav>
  )
}
