/** The label of a key with the modifier for commands: "⌘C" on a Mac, "Ctrl+C" elsewhere. */
export const shortcutOf = (key: string): string =>
  /mac|iphone|ipad/i.test(navigator.platform) ? `⌘${key}` : `Ctrl+${key}`
