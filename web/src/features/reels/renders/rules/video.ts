import type { RenderResult } from '@tangelo/contract'

/** Where the finished video is. */
export function videoOf({ url, outputs }: RenderResult): string | null {
  return url ?? outputs[0]?.url ?? null
}

const OWN_VIDEO = /^\/media\/v\//

/** spec §5: an address that starts with http; those of this server are written without their beginning. */
export function isWatchable(videoUrl: string | null): videoUrl is string {
  return videoUrl !== null && (videoUrl.startsWith('http') || OWN_VIDEO.test(videoUrl))
}

/** The address to download from, under a name a person would give the file. */
export function downloadOf(videoUrl: string, name: string): string {
  return OWN_VIDEO.test(videoUrl) ? `${videoUrl}?download=${encodeURIComponent(name)}` : videoUrl
}
