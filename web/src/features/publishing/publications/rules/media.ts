/** Pure decisions about what is sent or saved: which of it is a video, and the picture that stands for it. */

/** By its address: videos that are kept here have one of their own. */
export const isVideo = (url: string): boolean => url.includes('/media/v/')

export const pictureOf = (url: string): string => (isVideo(url) ? `${url}/cover` : url)
