/** Every sentence about giving pictures to the server. */

export const texts = {
  image: 'Image',
  drop: 'Drop an image here, paste one, or choose one',
  hint: 'JPG, PNG, GIF or WebP, up to 10 MB',
  uploading: (name: string) => `Uploading ${name}`,
  progress: (percent: string) => `${percent} sent`,
  cancel: 'Cancel the upload',
  remove: 'Remove the image',
  preview: 'The image of the draft',
  pasted: 'pasted image',
  errors: {
    wrongKind: 'This is not a JPG, PNG, GIF or WebP image.',
    tooLarge: 'This image is larger than 10 MB. Make it smaller and try again.',
    empty: 'This file is empty. Choose another one.',
    network: 'The connection was lost while uploading. Check it and try again.',
    server: 'The server could not take this image. Try another one.',
  },
} as const
