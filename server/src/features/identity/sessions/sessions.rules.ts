/** Distinguishes browsers by their User-Agent. Clients can send any text: a help to the eye, no proof. */

/** The more particular first: nearly all of them claim to be the ones below. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
  [/^([\w.-]+)\/(\d+)/, ''],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as 'Firefox 145 on Linux'; a program by the name and version it gives; null where nothing was said. */
export function browserOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  for (const [pattern, name] of BROWSERS) {
    const found = userAgent.match(pattern)
    if (!found) continue
    const browser = name ? `${name} ${found[1]}` : `${found[1]} ${found[2]}`
    return system ? `${browser} on ${system}` : browser
  }
  return userAgent.slice(0, 60)
}
