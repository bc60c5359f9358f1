/** How figures come in, for an administrator without accounts. */
import { Link } from '@tanstack/react-router'
import { FileText, type LucideIcon, Pencil, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../texts/ways.ts'

interface ThreeWaysProps {
  readonly onImport: () => void
  readonly onAdd: () => void
}

export function ThreeWays({ onImport, onAdd }: ThreeWaysProps) {
  const { file, source, typed } = texts
  return (
    <ul className="grid desk:grid-cols-3">
      <Way icon={FileText} {...file}>
        <button type="button" className="link" onClick={onImport}>
          {file.action}
        </button>
      </Way>
      <Way icon={Plug} {...source}>
        <Link to="/admin" search={{ tab: 'connections' }} className="link">
          {source.action}
        </Link>
      </Way>
      <Way icon={Pencil} {...typed}>
        <button type="button" className="link" onClick={onAdd}>
          {typed.action}
        </button>
      </Way>
    </ul>
  )
}

interface WayProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Way = ({ icon: Icon, title, text, children }: WayProps) => (
  <li className="grid content-start justify-items-start gap-x-3 gap-y-1 border-line px-4 py-3.5 not-first:border-t max-desk:grid-cols-[auto_minmax(0,1fr)] desk:px-5 desk:pt-5 desk:pb-4.5 desk:not-first:border-t-0 desk:not-first:border-l max-desk:[&>:not(svg)]:col-start-2">
    <Icon className="size-5 text-ink-3 max-desk:row-span-3 desk:mb-1.5" />
    <h3 className="text-panel">{title}</h3>
    <p className="max-w-[40ch] text-label text-ink-2">{text}</p>
    <p className="mt-1 text-table desk:mt-2">{children}</p>
  </li>
)
