import type { Entry } from '@holdall/api'
import { AvatarStack, type AvatarSize } from '@holdall/ui'
import { useIntl } from 'react-intl'

const MAX_SHOWN = 3

/** Who is in a team folder; nothing for another entry. */
export function MemberAvatars({ entry, size }: { readonly entry: Entry; readonly size: AvatarSize }) {
  const intl = useIntl()
  const { members } = entry.relationships
  if (!members) return null
  const people = members.data.map(({ attributes }) => attributes)
  const { total } = members.meta
  const further = total - people.length
  const names = intl.formatList([...people.map(({ name }) => name), ...(further > 0 ? [`+${String(further)}`] : [])])
  const label = intl.formatMessage({ id: 'browser.members' }, { count: total, names })
  return (
    <AvatarStack
      people={people.slice(0, MAX_SHOWN)}
      further={Math.max(0, total - MAX_SHOWN)}
      size={size}
      label={label}
      title={names}
    />
  )
}
