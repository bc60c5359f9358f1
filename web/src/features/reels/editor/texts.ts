/** Every sentence of the reel editor. */
import type {
  ReelCaptionPlace,
  ReelCaptionStyle,
  ReelMotion,
  ReelQuality,
  ReelTransition,
} from '@tangelo/contract/limits'
import { formatLength } from '#lib/format.ts'

const motions: Readonly<Record<ReelMotion, string>> = {
  calm: 'Calm',
  drift: 'Drift',
  'zoom-in': 'Zoom in',
  'zoom-out': 'Zoom out',
  still: 'Still',
}
const transitions: Readonly<Record<ReelTransition, string>> = { 'cross-fade': 'Cross-fade', slide: 'Slide', cut: 'Cut' }
const places: Readonly<Record<ReelCaptionPlace, string>> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' }
const captionStyles: Readonly<Record<ReelCaptionStyle, string>> = { outline: 'Outline', box: 'Box', plain: 'Plain' }
const qualities: Readonly<Record<ReelQuality, string>> = { standard: 'Standard', best: 'Best' }
/** Named as `EditedPart` in ./rules/edited.ts. */
const parts = {
  pictures: 'Images',
  transition: 'Transition',
  caption: 'Caption',
  music: 'Music',
  coverSeconds: 'Cover',
  quality: 'Quality',
} as const
type Part = keyof typeof parts
/** '0:06.3' */
const clock = (seconds: number): string => {
  const tenths = Math.max(0, Math.round(seconds * 10))
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`
}
const tenths = (seconds: number): string => `${(Math.round(seconds * 10) / 10).toFixed(1)} s`

export const texts = {
  editor: (name: string) => `Editor of ${name}`,
  clock,
  tenths,

  header: {
    undo: 'Undo',
    redo: 'Redo',
    duplicate: 'Duplicate',
    duplicated: 'Reel duplicated',
    duplicatedDescription: 'A new draft with the same images and settings was made.',
    duplicateFailed: 'The reel could not be duplicated',
    duplicateUnsaved: 'Its last changes could not be saved, so the copy would lack them.',
    generate: 'Generate Reel',
    regenerate: 'Regenerate Reel',
    generating: 'Generating...',
    cost: '1 credit',
    outdated: 'Changed since its video',
  },

  saving: {
    saved: 'Saved',
    savedAgo: (ago: string) => `Saved ${ago}`,
    saving: 'Saving...',
    failed: (why: string) => `Not saved. ${why}`,
    retry: 'Try Again',
    refused: 'The server did not take the changes.',
    unreachable: 'The server could not be reached.',
    noImages: 'Not saved. A reel is saved once it has an image.',
    apart: 'Not saved: this reel was changed somewhere else.',
  },

  leave: {
    title: 'Leave without saving?',
    description: 'The last changes of this reel could not be saved. If you leave now, they are lost.',
    confirm: 'Leave',
  },

  leaveSending: {
    title: 'Leave while a file is being sent?',
    description: 'If you leave now, the file is not added to this reel.',
    confirm: 'Leave',
  },

  conflict: {
    title: 'This reel was changed somewhere else',
    explanation: 'Both versions are kept until you choose. The other one is then discarded.',
    mine: 'Yours',
    theirs: 'Theirs',
    keepMine: 'Keep yours',
    takeTheirs: 'Take theirs',
    keepMineOf: (part: Part) => `Keep yours: ${parts[part]}`,
    takeTheirsOf: (part: Part) => `Take theirs: ${parts[part]}`,
    part: (part: Part) => parts[part],
    pictures: (names: readonly string[], seconds: readonly number[]) =>
      names.map((name, index) => `${index + 1}. ${name}, ${tenths(seconds[index] ?? 0)}`).join('\n'),
    transition: (kind: ReelTransition, seconds: number) =>
      kind === 'cut' ? transitions[kind] : `${transitions[kind]}, ${tenths(seconds)}`,
    caption: (isShown: boolean, text: string, place: ReelCaptionPlace, style: ReelCaptionStyle) =>
      isShown ? `${text}\n${places[place]}, ${captionStyles[style]}` : `Off\n${text}`,
    music: (name: string, volume: number) => `${name}, ${Math.round(volume * 100)}%`,
    noMusic: 'No music',
    cover: (seconds: number) => `At ${clock(seconds)}`,
    quality: (quality: ReelQuality) => qualities[quality],
  },

  images: {
    title: 'Images',
    summary: (count: number, most: number, seconds: number) => `${count} of ${most}, ${tenths(seconds)}`,
    list: 'Images in their order',
    size: (width: number, height: number) => `${width} × ${height}`,
    unnamed: (position: number) => `Image ${position}`,
    missing: 'Cannot be shown',
    seconds: (name: string) => `Seconds of ${name}`,
    hint: 'Drag to reorder, or focus one and press Alt and an arrow key.',
    drag: (name: string) => `Drag ${name}`,
    actions: (name: string) => `What to do with ${name}`,
    earlier: 'Move earlier',
    later: 'Move later',
    remove: 'Remove',
    add: 'Add images',
    adding: (percent: number) => `Adding, ${percent}%`,
    full: (most: number) => `A reel has ${most} images at most.`,
    tooMany: 'Too many images',
    tooManyDescription: (most: number) => `You can only upload a maximum of ${most} images for a reel.`,
    addFailed: 'Upload Failed',
    moved: (name: string, position: number, count: number) => `${name}: ${position} of ${count}`,
    removed: (name: string) => `${name} removed`,
    empty: 'No images yet',
    emptyDescription: 'Add up to six images to begin.',
  },

  stage: {
    title: 'Preview',
    safeZones: 'Safe zones',
    accountName: 'Account name',
    appButtons: 'Caption and buttons of the app',
    fit: 'Fit',
    fitHint: 'Fit the preview into the window',
    fullscreen: 'Full screen',
    leaveFullscreen: 'Leave full screen',
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    positionText: (seconds: number, total: number) => `${clock(seconds)} of ${clock(total)}`,
    total: (seconds: number) => `/ ${clock(seconds)}`,
    picture: (description: string) => `Preview of the reel, ${description}`,
    loading: 'Loading the preview...',
    failed: 'The preview cannot be shown in this browser.',
    failedDescription: 'You can still edit. The video is made on the server as usual.',
    pictureMissing: (names: string) => `${names} could not be loaded.`,
    retry: 'Try Again',
  },

  settings: {
    title: 'Settings',
    motion: 'Motion',
    motionOf: (name: string) => `Motion of ${name}`,
    motions,
    strength: 'Strength',
    percent: (share: number) => `${Math.round(share * 100)}%`,
    applyToAll: 'Apply to all',
    calmHint: 'Chosen for each picture, never the same twice in a row.',
    transition: 'Transition',
    transitions,
    length: 'Length',
    caption: 'Caption',
    captionShown: 'Caption on the video',
    captionText: 'Text on the video',
    captionPlaceholder: 'Text on the video',
    place: 'Place',
    places,
    style: 'Style',
    captionStyles,
    safe: 'Stays inside the safe zone.',
    cut: 'Not all of the text fits. Make it shorter.',
    captionFailed: 'The caption could not be drawn just now.',
    music: 'Music',
    addMusic: 'Add music',
    musicHint: 'Your own file: MP3, M4A, WAV, OGG or FLAC, up to 20 MB.',
    musicSending: (percent: number) => `Adding, ${percent}%`,
    musicLength: (seconds: number, total: number) =>
      seconds > total + 0.5
        ? `${formatLength(seconds)}, cut to ${formatLength(total)} with a fade`
        : seconds < total - 0.5
          ? `${formatLength(seconds)}, repeated to ${formatLength(total)} with a fade`
          : `${formatLength(seconds)}, with a fade`,
    removeMusic: 'Remove the music',
    volume: 'Volume',
    musicTooLarge: 'This file is larger than 20 MB.',
    musicFailed: 'This file could not be added.',
    musicSilent: 'The music cannot be played here.',
    cover: 'Cover',
    coverAt: (seconds: number) => `Frame at ${clock(seconds)}`,
    useAsCover: 'Use this frame as cover',
    showCover: 'Show the cover',
    quality: 'Quality',
    qualities,
    qualityHint: {
      standard: 'Looks right on every phone.',
      best: 'Sharper in fast motion; takes longer to make.',
    } satisfies Record<ReelQuality, string>,
  },
} as const
