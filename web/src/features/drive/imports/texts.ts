/** Every sentence about reels out of a drive. Those of the specification are verbatim (§2, §8). */
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'

export const texts = {
  title: 'Google Drive Imports',
  subtitle: 'Each folder of photographs becomes a draft and a reel.',
  reconnect: 'Reconnect Google Drive',
  reconnecting: 'Reconnecting...',
  refresh: 'Refresh',
  refreshing: 'Refreshing...',

  status: {
    badge: 'Authenticated',
    connected: 'Connected to Google Drive',
    owner: (owner: string) => `as ${owner}`,
    folder: 'Folders on this server:',
    loading: 'Checking the connection...',
    failed: 'The connection could not be checked',
  },

  connect: {
    title: 'Google Drive Authentication Required',
    explanation:
      "tangelo looks for a folder named 'reels' in your Google Drive. Each of its subfolders can be imported as a reel.",
    scope:
      'Google will ask you to let tangelo see your files, and change their names and other details. It needs that to read the images and to rename a folder once it is imported. It cannot change what is in a file, nor delete one.',
    button: 'Connect to Google Drive',
    loading: 'Loading Authentication URL...',
    failed: 'The sign-in address of Google could not be loaded.',
    tryAgain: 'Try Again',
  },

  folders: {
    title: 'Available Reel Folders',
    shown: (shown: string, total: string) => (shown === total ? total : `${shown} of ${total}`),
    loading: 'Loading the reel folders...',
    reading: 'Reading the drive...',
    failed: 'Failed to load reel folders from Google Drive. Please refresh and try again.',
    empty: 'No Reel Folders Found',
    emptyNext: "Create a folder named 'reels' in your Google Drive, with a subfolder of images for each reel.",
    emptyHere: 'Put a folder of images for each reel into the folder named below. It will appear here automatically.',
    stale: (moment: string) => `As of ${moment}.`,
    moreFailed: 'The next folders could not be loaded.',
    tryAgain: 'Try Again',
    open: 'Preview:',
    published: 'Published',
    images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
    notRead: 'Counting images',
    noDescription: 'No description available',
    more: (count: number) => `+${count}`,
    noImages: 'No images found in this folder',
    imported: 'Imported',
    importing: 'Importing',
  },

  preview: {
    title: 'Folder Preview',
    none: 'No Folder Selected',
    noneNext: 'Choose a folder to see its images and import it.',
    loading: 'Loading the folder...',
    gone: 'This folder is no longer there',
    goneNext: 'It was removed from the drive, or belongs to another company.',
    failed: 'The folder could not be loaded',
    published: 'Published',
    unpublished: 'Unpublished',
    reel: 'Reel Content',
    created: (day: string) => `Created ${day}`,
    place: (place: string) => `In ${place}`,
    images: (count: number) => `Images in this folder (${count})`,
    first: `The first ${REEL_IMAGES_MAX} by name become the reel.`,
    import: 'Import as Reel',
    importing: 'Importing...',
    noImages: 'No images found in this folder',
    openReel: 'Open the reel',
    number: (place: number) => `Image ${place} of the reel`,
  },

  progress: {
    label: 'Progress of the import',
    images: (done: number, total: number) => `${done} of ${total} images`,
    waiting: 'In the queue',
    goesOn: 'You can leave this page. The import continues.',
  },

  notes: {
    renameDue: 'The reel is ready. The folder will be renamed shortly.',
    renameFailing: (why: string) =>
      `The reel is ready, but the folder could not be renamed yet: ${why} Retried for a week; after that, rename it yourself.`,
    failed: (why: string) => `The last import failed: ${why}`,
    asking: 'Some images cannot be used. Import again to decide.',
    leftOut: (count: number) =>
      count === 1 ? '1 more image was left out of the reel.' : `${count} more images were left out of the reel.`,
  },

  dialog: {
    title: 'Import Reel from Google Drive',
    description: (name: string, images: number) =>
      images > REEL_IMAGES_MAX
        ? `The first ${REEL_IMAGES_MAX} of ${images} images in “${name}” become a reel, by name.`
        : `${images === 1 ? 'The image' : `The ${images} images`} in “${name}” become a reel.`,
    createNew: 'Create new Airtable record',
    createNewHint: 'Its caption is the description of the folder.',
    fillHint: 'Replaces the images of this draft; its caption stays.',
    recordId: 'Airtable Record ID',
    recordPlaceholder: 'rec1A2b3C4d5E6f7G',
    recordInvalid: 'A record id is rec and 14 letters or digits.',
    drafts: 'Or select from draft posts',
    draftsLoading: 'Loading draft posts...',
    draftsFailed: 'The draft posts could not be loaded.',
    draftsEmpty: 'There are no draft posts.',
    draftsMore: 'Show more',
    noCaption: 'No caption',
    cancel: 'Cancel',
    import: 'Import Reel',
    importing: 'Importing...',
    refused: (count: number) => (count === 1 ? '1 image cannot be used' : `${count} images cannot be used`),
    others: (count: number) => (count === 1 ? 'Import the other image' : `Import the other ${count}`),
  },

  toasts: {
    imported: 'Reel imported successfully',
    importedDescription: (name: string) =>
      `The reel has been imported to Airtable and the folder "${name}" has been renamed.`,
    importedNotRenamed: (name: string) =>
      `The reel has been imported to Airtable. The folder "${name}" could not be renamed yet and is tried again.`,
    underWay: 'Import under way',
    underWayDescription: (name: string) => `"${name}" is still being imported. You can leave this page.`,
    importFailed: 'Failed to import reel',
    unknown: 'Something went wrong. Please try again.',
    connectFailed: 'Google Drive Authentication Failed',
    connected: 'Google Drive Connected Successfully',
    connectedDescription: 'You can now import content from your Google Drive',
    reauthorize: 'Reauthorization Required',
    reauthorizeDescription: 'Please click the "Connect to Google Drive" button to reconnect your account.',
    readAgain: 'Nothing to reconnect',
    readAgainDescription: 'The folders are on this server. They have been read again.',
    reauthorizeFailed: 'Reauthorization Error',
    reauthorizeFailedDescription: 'Failed to reconnect to Google Drive. Please try again.',
    refreshFailed: 'Refresh failed',
  },
} as const
