import type { Columns } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useIntl } from 'react-intl'

type LocationColumn = NonNullable<Columns['location']>

/** A column with the folder of each entry, which opens in Files. */
export function useLocationColumn(labelId: LocationColumn['labelId']): LocationColumn {
  const { navigation } = useHost()
  const intl = useIntl()
  return {
    labelId,
    home: intl.formatMessage({ id: 'locations.home' }),
    to: (id) => navigation.href('Files', id ? { id } : {}),
  }
}
