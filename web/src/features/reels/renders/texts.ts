/** Every sentence about making a reel's video. Those of the specification are verbatim (§2). */

export const texts = {
  running: 'Render in progress',
  progress: (name: string) => `Progress of ${name}`,
  frames: (done: string, all: string) => `Frame ${done} of ${all}.`,
  goesOn: 'You can leave this page, the render goes on.',
  begins: 'The images are being prepared.',
  nearlyDone: 'The video is being stored.',
  waiting: 'Waiting for its turn',
  waitingBehind: (before: number) =>
    before === 1
      ? 'Waiting for its turn, 1 render is before it'
      : `Waiting for its turn, ${before} renders are before it`,
  fewSecondsLeft: 'a few seconds left',
  secondsLeft: (seconds: number) => `about ${seconds} seconds left`,
  minutesLeft: (minutes: number) => (minutes === 1 ? 'about 1 minute left' : `about ${minutes} minutes left`),
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel: ${name}`,
  cancelled: 'Render canceled',
  creditBack: 'The credit was given back.',
  cancelFailed: 'It could not be canceled',
  showDetails: (name: string) => `Show the progress of ${name}`,

  processing: {
    title: 'Processing Your Reel',
    done: 'Reel Created Successfully',
    failed: 'The reel could not be made',
    failedUnknown: 'Something went wrong while the video was made.',
    unreachable: 'The progress is not known right now. It is being asked for again.',
    close: 'Close',
    cancel: 'Cancel render',
    retry: 'Try Again',
    player: (name: string) => `Video: ${name}`,
    download: 'Download Video',
    playFailed: 'The video URL is invalid or the video file may be missing.',
  },

  check: {
    fit: 'Fit for Instagram',
    unfit: (count: number) =>
      count === 1 ? 'Not fit for Instagram: 1 point' : `Not fit for Instagram: ${count} points`,
    wanted: (wanted: string) => `Instagram asks for ${wanted}`,
    met: 'Met',
    notMet: 'Not met',
    advice: 'Advice',
    list: 'What Instagram asks of a reel',
  },
} as const
