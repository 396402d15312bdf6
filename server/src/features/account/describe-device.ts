import type { UserSession } from '@holdall/api'

type Described = Pick<UserSession['attributes'], 'browser' | 'system' | 'device'>

/** In order: most browsers name those that they descend from too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string, Described['device']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Browser and system of a `User-Agent`, for people who look for a session of theirs. */
export function describeDevice(userAgent: string): Described {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const [, system, device] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [null, null, 'computer' as const]
  // Android says "Mobile" on phones only.
  const isPhone = system === 'Android' && /\bMobile\b/.test(userAgent)
  return { browser, system, device: isPhone ? 'phone' : device }
}
