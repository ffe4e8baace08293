const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari']
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux']
]

const named = (known: typeof browsers, said: string) => known.find(([sign]) => sign.test(said))?.[1] ?? null

/** Returns the names of the browser and the operating system in a user agent; null for each that is unknown. */
export function deviceOf(userAgent: string | null) {
  const said = userAgent ?? ''
  return {
    browser: named(browsers, said),
    system: named(systems, said),
    isPhone: /\b(?:iPhone|Mobile)\b/.test(said)
  }
}

/** What this browser calls itself where it is registered for pushes, such as `Chrome, Android`; null if it is unknown. */
export function ownDeviceName(): string | null {
  const { browser, system } = deviceOf(navigator.userAgent)
  return [browser, system].filter(Boolean).join(', ') || null
}
