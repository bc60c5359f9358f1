import type { ComponentProps, ReactNode } from 'react'

/** A surface with a hairline round it. What belongs together shares one, split by lines. */
export function Panel({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`panel ${className}`} />
}

interface PanelHeaderProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
}

export function PanelHeader({ title, actions }: PanelHeaderProps) {
  return (
    <header className="panel-header">
      <h3 className="text-panel">{title}</h3>
      {actions}
    </header>
  )
}
