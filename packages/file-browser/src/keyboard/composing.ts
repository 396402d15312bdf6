import type { KeyboardEvent } from 'react'

/** Safari ends a composition before the key that ended it; the key code 229 says that the key belonged to it. */
const COMPOSITION_KEY_CODE = 229

/** Whether a key belongs to an input method: Enter then accepts what is composed and must not save the field. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_KEY_CODE
