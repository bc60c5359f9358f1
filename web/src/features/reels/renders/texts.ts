/** Every sentence about making a reel's video. Those of the specification are verbatim (§2). */

export const texts = {
  running: 'Render in progress',
  progress: (name: string) => `Progress of ${name}`,
  frames: (done: string, all: string) => `Frame ${done} of ${all}.`,
  goesOn: 'You can leave this page. The render continues.',
  begins: 'The images are being prepared.',
  nearlyDone: 'The video is being stored.',
  waiting: 'In the queue',
  waitingBehind: (before: number) =>
    before === 1 ? 'In the queue, 1 render is ahead' : `In the queue, ${before} renders are ahead`,
  fewSecondsLeft: 'a few seconds left',
  secondsLeft: (seconds: number) => `about ${seconds} seconds left`,
  minutesLeft: (minutes: number) => (minutes === 1 ? 'about 1 minute left' : `about ${minutes} minutes left`),
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel: ${name}`,
  cancelled: 'Render canceled',
  creditBack: 'The credit was returned.',
  cancelFailed: 'It could not be canceled',
  showDetails: (name: string) => `Show the progress of ${name}`,

  processing: {
    title: 'Processing Your Reel',
    done: 'Reel Created Successfully',
    failed: 'The reel could not be made',
    failedUnknown: 'Something went wrong while the video was made.',
    unreachable: 'The progress is unknown right now. Checking again.',
    close: 'Close',
    cancel: 'Cancel render',
    retry: 'Try Again',
    player: (name: string) => `Video: ${name}`,
    download: 'Download Video',
    playFailed: 'The video URL is invalid or the video file may be missing.',
  },

  check: {
    fit: 'Ready for Instagram',
    unfit: (count: number) =>
      count === 1 ? 'Not ready for Instagram: 1 issue' : `Not ready for Instagram: ${count} issues`,
    wanted: (wanted: string) => `Instagram asks for ${wanted}`,
    met: 'Met',
    notMet: 'Not met',
    advice: 'Advice',
    list: 'What Instagram asks of a reel',
  },
} as const
