import type { Columns } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useIntl } from 'react-intl'
import { homes, routeOf } from './entry-rights.ts'

type LocationColumn = NonNullable<Columns['location']>

/** A column with the folder of each entry, which opens in Files or on the page of its team folder. */
export function useLocationColumn(labelId: LocationColumn['labelId']): LocationColumn {
  const { navigation } = useHost()
  const intl = useIntl()
  return {
    labelId,
    home: (entry) => intl.formatMessage({ id: homes[routeOf(entry)] }),
    to: (id, entry) => navigation.href(routeOf(entry), id ? { id } : {}),
  }
}
