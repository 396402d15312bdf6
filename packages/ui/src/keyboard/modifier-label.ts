/** By language, where keyboards do not say "Ctrl". */
const controlKeys: Readonly<Record<string, string>> = { de: 'Strg' }

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The label of the key for commands: "⌘" on Apple devices, on others "Ctrl" as the keyboards of the locale say it. */
export const modifierLabel = (locale: string): string =>
  isApple() ? '⌘' : (controlKeys[new Intl.Locale(locale).language] ?? 'Ctrl')

/** The label of a key with that key, for menus: "⌘C", "Ctrl+C". */
export const shortcutLabel = (key: string, locale: string): string =>
  `${modifierLabel(locale)}${isApple() ? '' : '+'}${key}`
