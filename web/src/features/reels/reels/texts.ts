/** Every sentence about reels. Those of the specification are verbatim (§2, §5, §8). */

export const texts = {
  title: 'Reel Maker',
  subtitle: 'Turn up to six images into a reel, 1080 by 1920, ready to post.',
  upload: 'Upload Images',
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
  refreshed: 'The reels are up to date.',

  list: {
    title: 'Reels',
    shown: (shown: string, total: string) => (shown === total ? total : `${shown} of ${total}`),
    loading: 'Loading reels...',
    failed: 'Error loading reels',
    failedUnknown: 'Something went wrong',
    tryAgain: 'Try Again',
    empty: 'No Reels Found',
    emptyNext: 'Upload up to six images: they become a reel that you arrange, preview and render here.',
    moreFailed: 'The next reels could not be loaded.',
  },

  card: {
    name: (moment: string) => `Reel of ${moment}`,
    noCaption: 'No caption',
    open: 'Open in the editor:',
    images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
    imageNumber: (place: number) => `Image ${place}`,
    noImages: 'No images yet',
    generate: 'Generate Reel',
    regenerate: 'Regenerate Reel',
    generating: 'Generating...',
    generateOf: (label: string, name: string) => `${label}: ${name}`,
    needsImages: 'Add images first',
    addImages: 'Add images',
    changeImages: 'Change images and caption',
    changeImagesOf: (name: string) => `Change images and caption of ${name}`,
    remove: 'Delete',
    removeOf: (name: string) => `Delete ${name}`,
    video: 'Generated Reel',
    ready: 'Ready',
    outdated: 'Changed since',
    noVideo: 'No video generated yet',
    view: (name: string) => `View the video of ${name}`,
    rendering: 'Rendering',
    failed: 'The last render failed',
  },

  selected: {
    label: 'Editor',
    loading: 'Loading the reel...',
    failed: 'The reel could not be loaded',
    missing: 'This reel is no longer there',
    missingNext: 'It was deleted, or it belongs to another company.',
    editorFailed: 'The editor could not be loaded. Reload the page to try again.',
    close: 'Close the editor',
  },

  view: {
    title: 'View Reel',
    outdated: 'The reel was changed after this video was made. Regenerate it to have the changes in the video.',
    close: 'Close',
    invalid: 'Cannot view video',
    invalidDescription: 'The video URL is invalid or the video file may be missing.',
  },

  remove: {
    title: 'Delete reel',
    question: 'Are you sure you want to delete this reel? This action cannot be undone.',
    busy: 'Deleting...',
    done: 'Reel deleted',
    doneDescription: (name: string) => `${name} is gone.`,
    failed: 'Error deleting reel',
    failedDescription: 'Failed to delete the reel. Please try again.',
    failedStatus: (statusText: string) => `Failed to delete reel: ${statusText}`,
  },

  generate: {
    submitted: 'Reel submitted!',
    submittedDescription: (name: string) => `${name} is being rendered. You can leave this page. The render continues.`,
    failed: 'Error generating reel',
    missingId: 'Missing reel ID',
    unsaved: 'Its last changes could not be saved, so the video would lack them.',
    noAnswer: 'No response received from server',
    failedUnknown: 'Something went wrong',
    updated: 'Reel Updated',
    updatedDescription: (name: string) => `${name} has its video.`,
    updateFailed: 'Error updating reel',
    renderFailed: 'Failed to Create Reel',
    renderFailedDescription: (message: string | null) =>
      `${message ?? 'Something went wrong while the video was made.'} The credit was returned.`,
  },

  uploadDialog: {
    title: 'Upload Reel Images',
    description: (most: number) => `Up to ${most} images, in the order in which the reel shows them.`,
    caption: 'Caption',
    captionPlaceholder: 'Enter caption here...',
    cancel: 'Cancel',
    create: 'Create Reel',
    cost: '1 credit',
    creating: 'Creating...',
    save: 'Save',
    saving: 'Saving...',
    waiting: 'Uploading...',
    noFiles: 'Please select at least one image to upload',
    noUrls: 'No images provided. Please upload at least one image.',
    uploadFailed: 'Upload Failed',
    someFailed: (count: number) =>
      count === 1
        ? '1 image could not be uploaded. Send it again or remove it.'
        : `${count} images could not be uploaded. Send them again or remove them.`,
    someRefused: (count: number) =>
      count === 1 ? '1 image cannot be used. Remove it.' : `${count} images cannot be used. Remove them.`,
    uploaded: 'Upload Successful',
    uploadedDescription: (count: number) =>
      `${count === 1 ? '1 image is' : `${count} images are`} a new reel. Arrange it, then generate the video.`,
    createFailed: 'Create Reel Failed',
    createError: 'Error creating reel',
    saved: 'Images saved to Airtable',
    savedDescription: (count: number) => (count === 1 ? 'The reel has 1 image.' : `The reel has ${count} images.`),
    savedCaption: 'Caption saved',
    savedCaptionDescription: 'The images of the reel stay as they are.',
    savedBoth: (count: number) =>
      count === 1 ? 'The reel has 1 image and its new caption.' : `The reel has ${count} images and its new caption.`,
    saveFailed: 'Save Failed',
    saveFailedDescription: (message: string | undefined) =>
      message === undefined ? 'Failed to save images to Airtable' : `Failed to save images to Airtable: ${message}`,
    changedMeanwhile: 'Someone else has changed the images meanwhile. Save again to replace theirs with yours.',
    saveUnreachable: 'Failed to save to Airtable',
    guardDescription: 'These images have not become a reel yet.',
    guardSaveDescription: 'The images of this reel have not been saved.',
  },
} as const
