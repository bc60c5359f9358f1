import type { ComponentProps } from 'react'

const TONES = {
  amber: 'bg-amber-wash [&>.lucide]:text-amber',
  good: 'bg-good-wash [&>.lucide]:text-good',
  bad: 'bg-bad-wash [&>.lucide]:text-bad',
}

export type Tone = keyof typeof TONES

const NOTE =
  'flex items-start gap-2 rounded-control px-3 py-2 text-label [&>.button]:-my-1 [&>.button]:-mr-1.5 [&>.lucide]:mt-0.5'

/** A few words on a ground of their own, with an icon before them or a button after them. */
export function Note({ tone, className = '', ...rest }: ComponentProps<'div'> & { readonly tone: Tone }) {
  return <div {...rest} className={`${NOTE} ${TONES[tone]} ${className}`} />
}
