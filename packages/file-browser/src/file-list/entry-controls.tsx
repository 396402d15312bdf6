import { Checkbox, IconButton } from '@holdall/ui'
import { Ellipsis } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

/** Selects an entry. The list handles the clicks on it, and is what has the focus. */
export function EntryCheckbox({ name, selected }: { readonly name: string; readonly selected: boolean }) {
  const intl = useIntl()
  return (
    <Checkbox
      checked={selected}
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: 'browser.select_one' }, { name })}
    />
  )
}

/** Opens the menu of an entry: the list handles the clicks on it. */
export function MoreButton({ name }: { readonly name: string }) {
  const intl = useIntl()
  return (
    <IconButton
      icon={Ellipsis}
      iconSize={16}
      tabIndex={-1}
      label={intl.formatMessage({ id: 'browser.more' }, { name })}
      aria-haspopup="menu"
      data-more
    />
  )
}
