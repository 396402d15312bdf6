import { modifierLabel, shortcutLabel } from './modifier-label.ts'

const onPlatform = (platform: string) => jest.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
afterEach(() => {
  jest.restoreAllMocks()
})

test.each([
  ['Linux x86_64', 'en-US', 'Ctrl', 'Ctrl+C'],
  ['Win32', 'de', 'Strg', 'Strg+C'],
  ['Win32', 'de-AT', 'Strg', 'Strg+C'],
  ['Win32', 'ar', 'Ctrl', 'Ctrl+C'],
  ['MacIntel', 'de', '⌘', '⌘C'],
  ['iPad', 'en-US', '⌘', '⌘C'],
])('on %s in %s the modifier is “%s”', (platform, locale, modifier, shortcut) => {
  onPlatform(platform)
  expect([modifierLabel(locale), shortcutLabel('C', locale)]).toEqual([modifier, shortcut])
})
