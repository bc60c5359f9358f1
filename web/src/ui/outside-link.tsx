import { ExternalLink } from 'lucide-react'
import type { ComponentProps } from 'react'

type OutsideLinkProps = Pick<ComponentProps<'a'>, 'href' | 'className' | 'children'>

/** Opens in a tab of its own: another site, or a page for others. */
export const OutsideLink = ({ href, className, children }: OutsideLinkProps) => (
  <a className={`link inline-flex items-center ${className}`} href={href} target="_blank" rel="noreferrer">
    {children}
    <ExternalLink className="size-3.5" />
  </a>
)
