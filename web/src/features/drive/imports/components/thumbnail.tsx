import { ImageOff } from 'lucide-react'
import { useState } from 'react'

interface ThumbnailProps {
  readonly url: string
  /** What it shows; empty where that stands beside it. */
  readonly name?: string
}

/** A small picture out of the drive. Formats that have none, and broken ones, leave a quiet mark. */
export function Thumbnail({ url, name = '' }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  if (failed === url) return name ? <ImageOff role="img" aria-label={name} /> : <ImageOff aria-hidden="true" />
  return <img src={url} alt={name} loading="lazy" decoding="async" onError={() => setFailed(url)} />
}
