/**
 * npm puts a shell between itself and us, and that shell dies of a signal without handing it on. Without this watch,
 * ending `npm start` from outside would leave the server behind.
 */
export function whenParentIsGone(callBack) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callBack()
  }, 250)
  watch.unref()
  return () => clearInterval(watch)
}
