/**
 * A picture in the size that its place needs: what is kept on this server comes in three widths, and the browser chooses.
 * Where that cannot be had, the picture itself is tried, and then the fallback is shown.
 */
import { IMAGE_VARIANT_WIDTHS } from '@tangelo/contract/limits'
import { type ImgHTMLAttributes, type ReactNode, useState } from 'react'

const IN_WIDTHS = /^\/media\/(u\/[\w-]{22}|v\/[\w-]{22}\/cover|\w{64})$/

/** Undefined for pictures of which there is one size. */
const widthsOf = (src: string): string | undefined =>
  IN_WIDTHS.test(src) ? IMAGE_VARIANT_WIDTHS.map((width) => `${src}/${width} ${width}w`).join() : undefined

/** The address of one width, for what takes a single address. */
export const widthOf = (src: string, width: (typeof IMAGE_VARIANT_WIDTHS)[number]): string =>
  IN_WIDTHS.test(src) ? `${src}/${width}` : src

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'onError'> {
  readonly src: string | null
  /** How wide it is shown. */
  readonly sizes: string
  readonly fallback?: ReactNode
}

/** It fills its frame, unless its place says otherwise. */
export function Picture({
  src,
  fallback = null,
  alt = '',
  className = 'size-full object-cover',
  ...props
}: PictureProps) {
  // The set of widths fails as one, before the picture itself.
  const [failed, setFailed] = useState<string>()
  if (!src || failed === src) return fallback
  const widths = widthsOf(src)
  const srcSet = failed === widths ? undefined : widths
  return (
    <img
      loading="lazy"
      decoding="async"
      {...props}
      className={className}
      src={src}
      srcSet={srcSet}
      alt={alt}
      onError={() => setFailed(srcSet ?? src)}
    />
  )
}
