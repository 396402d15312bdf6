import { useHost } from '@holdall/section'
import { Icon, IconButton, Kbd, modifierLabel, useMediaQuery } from '@holdall/ui'
import { Search } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useIsNarrow } from './use-is-narrow.ts'

const Field = styled.button`
  display: flex;
  flex: 0 1 264px;
  align-items: center;
  gap: 10px;
  min-inline-size: 120px;
  block-size: 40px;
  padding-inline: 14px 8px;
  border-radius: var(--r);
  background: var(--sunken);
  color: var(--text-3);
  font-size: var(--t-14);
  text-align: start;
  & > svg {
    flex: none;
    color: var(--icon);
  }
  & > span {
    flex: 1;
  }
  &:hover {
    color: var(--text-2);
    box-shadow: inset 0 0 0 1px var(--line-2);
  }
`

/** Opens the search of the shell: looks like a field where there is room for one. */
export function SearchButton() {
  const { spotlight } = useHost()
  const intl = useIntl()
  const narrow = useIsNarrow()
  const isTouch = useMediaQuery('(hover: none)')
  if (narrow) {
    return <IconButton icon={Search} label={intl.formatMessage({ id: 'locations.search' })} onClick={spotlight.open} />
  }
  return (
    <Field type="button" onClick={spotlight.open}>
      <Icon as={Search} size={16} />
      <span>
        <FormattedMessage id="locations.search" />
      </span>
      {isTouch ? null : <Kbd aria-hidden>{`${modifierLabel(intl.locale)} K`}</Kbd>}
    </Field>
  )
}
