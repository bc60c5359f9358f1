/** Makes a reel of pictures. What it is given is already judged and cleaned; what it answers is a whole file or nothing. */
import type { ReelCheck, ReelSettings } from '@tangelo/contract'

export interface ReelOrder {
  /** JPEG or PNG as `images` made them, in order; as many as `settings.pictures`. */
  readonly pictures: readonly Uint8Array[]
  readonly settings: ReelSettings
  /** The user's own music, as it was uploaded; null for silence. */
  readonly musicPath: string | null
  /** A folder of the caller's for what is not finished; everything in it may be deleted at any time afterwards. */
  readonly workPath: string
  readonly signal: AbortSignal
  /** Called for every few frames that the encoder has taken. */
  readonly onProgress: (framesDone: number, frames: number) => void
}

export interface RenderedReel {
  /** In `workPath`. */
  readonly path: string
  readonly bytes: number
  readonly frames: number
  readonly seconds: number
  /** JPEG, 1080 by 1920. */
  readonly cover: Uint8Array
  readonly check: ReelCheck
}

/** Why there is no reel: one sentence that names the cure. */
export class RenderRefused extends Error {
  override name = 'RenderRefused'
  readonly kind: 'no_encoder' | 'bad_picture' | 'bad_music' | 'disk_full' | 'encoder_failed' | 'stalled'
  constructor(kind: RenderRefused['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A caption as it is blended into every frame: straight alpha, in pixels of 1080 by 1920. */
export interface CaptionPicture {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

export interface Renderer {
  /** Throws `RenderRefused`, also when it makes no progress for minutes; throws the signal's reason within 2 s of an abort, and leaves no encoder behind. */
  render(order: ReelOrder): Promise<RenderedReel>
  /** What `render` blends; null when there is nothing to draw. `isCut` when not all of the text fits. */
  drawCaption(caption: ReelSettings['caption']): Promise<{ picture: CaptionPicture | null; isCut: boolean }>
  /** The program that makes the videos, as it calls itself: 'ffmpeg 7.1.2'. Throws `RenderRefused` `no_encoder`. */
  encoder(): Promise<{ name: string; path: string; canDecode: boolean }>
  /** The length in seconds of an uploaded music file. Throws `RenderRefused` `bad_music`. */
  judgeMusic(path: string): Promise<{ seconds: number; type: string }>
}
