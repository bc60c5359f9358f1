/** Safari reads the file only a moment after the click. */
const READ_MS = 40_000

/** Hands bytes to the browser as a download. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ_MS)
}
