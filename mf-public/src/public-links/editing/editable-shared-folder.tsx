import type { OpenShare } from '../public-link-queries.ts'
import { FurtherIntl } from '../file-browser-intl.tsx'
import { editingMessages } from './editing-messages.ts'
import { EditingFolder } from './editing-folder.tsx'

/** The folder of a link that allows editing. */
export const EditableSharedFolder = ({ share }: { readonly share: OpenShare }) => (
  <FurtherIntl further={editingMessages}>
    <EditingFolder share={share} />
  </FurtherIntl>
)
