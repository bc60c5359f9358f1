/** Every sentence about the files that an account can be downloaded as. */

export const texts = {
  button: 'Export',
  title: 'Export',
  hint: 'CSV files of figures, posts and readings can be imported again.',
  files: {
    history: { name: 'Figures', about: 'Every figure with its moment and source' },
    posts: { name: 'Posts', about: 'Every post with its latest likes, comments and views' },
    readings: { name: 'Readings', about: 'How the figures of each post changed' },
    analysis: { name: 'Analysis', about: 'What the analysis of the last year says' },
  },
  formats: { csv: 'CSV', json: 'JSON' },
  download: (file: string, format: string) => `Download ${file.toLowerCase()} as ${format}`,
  failed: 'The file could not be downloaded',
} as const
