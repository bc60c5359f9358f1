import type { ComponentProps } from 'react'

/** A surface with a hairline round it. What belongs together shares one, split by lines. */
export function Panel({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`panel ${className}`} />
}
