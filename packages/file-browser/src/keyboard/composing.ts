import type { KeyboardEvent } from 'react'

/** Safari ends a composition before the event of the key that ended it. The key code 229 marks such an event. */
const COMPOSITION_KEY_CODE = 229

/** Whether a key belongs to a composition of an input method, in which Enter must not save the field. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_KEY_CODE
