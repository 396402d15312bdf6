import type { PreferencesApi } from '@holdall/section'

/** Sets `data-emoji`, which chooses the font of emoji, and follows the preference. */
export function followEmojiStyle(preferences: PreferencesApi): void {
  const follow = () => {
    document.documentElement.dataset['emoji'] = preferences.get().emojiType
  }
  follow()
  preferences.subscribe(follow)
}
