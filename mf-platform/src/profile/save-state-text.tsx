import { SaveStatus } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import type { SaveState } from './use-setting-save.ts'

/** "Saving…" or "Saved" at the end of a field's label. */
export const SaveStateText = ({ state }: { readonly state: SaveState }) =>
  state.step === 'saving' || state.step === 'saved' ? (
    <SaveStatus state={state.step}>
      <FormattedMessage id={`user.save.${state.step}`} />
    </SaveStatus>
  ) : null

/** What is wrong, below the field. */
export const saveError = (state: SaveState) => (state.step === 'failed' ? state.message : undefined)
