/** Every sentence about the comments of colleagues. */
export const texts = {
  title: 'Comments',
  counted: (count: number) => (count === 0 ? 'Comments' : `Comments (${count})`),
  note: 'Your colleagues see them. They are not published.',
  loading: 'Loading the comments...',
  failed: 'The comments could not be loaded.',
  tryAgain: 'Try Again',
  none: 'No comments yet.',
  formerUser: 'A former user',
  label: 'Add a comment',
  submit: 'Comment',
  busy: 'Saving...',
  addFailed: 'The comment could not be saved.',
  remove: (by: string) => `Delete the comment by ${by}`,
  removeFailed: 'The comment could not be deleted',
} as const
